import { useSyncExternalStore } from 'react'

/**
 * Where one is: the path behind the `#`. There is nothing else to a route here (no nesting, no loading, no blocking), so
 * the address bar is the router, plain links are its links, and going back is the browser's.
 */
export type Params = Readonly<Record<string, string>>

function readAddress(): string {
  const [path = ''] = location.hash.slice(1).split('?', 1)
  return path.startsWith('/') ? path : `/${path}`
}

function subscribe(notify: () => void): () => void {
  window.addEventListener('hashchange', notify)
  return () => window.removeEventListener('hashchange', notify)
}

export function useAddress(): string {
  return useSyncExternalStore(subscribe, readAddress)
}

/** Goes somewhere in place of where one is: Back does not lead here again. */
export function replaceAddress(path: string): void {
  location.replace(`#${path}`)
}

/** The parameters of an address that a pattern (`/detalle/:dia/:nombre`) fits; `null` when it does not. */
export function matchAddress(pattern: string, address: string): Params | null {
  const wanted = pattern.split('/')
  const given = address.length > 1 ? address.replace(/\/$/, '').split('/') : address.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = decode(given[index] ?? '')
    if (text === null) return null
    if (part.startsWith(':') && text !== '') params[part.slice(1)] = text
    else if (part !== text) return null
  }
  return params
}

/** The address that `matchAddress` reads back, for whatever the parameters hold. */
export function addressOf(pattern: string, params: Params = {}): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // Somebody typed a `%` that stands for nothing: no page has such an address.
    return null
  }
}
