import { isUnsaved, mayLeave } from './unsaved.ts'
import { Store, useStore } from './store.ts'

/**
 * Where one is: the path behind the `#`. The address bar is the router, plain links are its links, and going back is the
 * browser's. An unsaved form (`unsaved.ts`) holds the page until the person has answered.
 */
export type Params = Readonly<Record<string, string>>

function readAddress(): string {
  const [path = ''] = location.hash.slice(1).split('?', 1)
  return path.startsWith('/') ? path : `/${path}`
}

/** The address whose page is shown. It differs from the address bar while a person is asked whether to leave. */
const shown = new Store('/')
/** The place of that page's entry in the history of the tab. */
let position = 0
let isLeaving = false

/**
 * Starts to follow the address bar. Called before the first render: an address that changes while the page still loads
 * would else leave a history entry without its position.
 */
export function followAddress(): void {
  mark(positionNow() ?? 0)
  shown.set(readAddress())
  window.addEventListener('hashchange', follow)
}

export function useAddress(): string {
  return useStore(shown)
}

/** The address bar has changed: shows its page, or asks first. */
function follow(): void {
  const to = readAddress()
  const isFree = isLeaving || to === shown.read() || !isUnsaved()
  isLeaving = false
  if (!isFree) return void askToFollow(location.hash)
  // An entry without a mark was just added, after the one shown.
  if (to !== shown.read()) mark(positionNow() ?? position + 1)
  shown.set(to)
}

/** Takes the address bar back to the page that is shown, asks, and goes on when the answer is to leave. */
async function askToFollow(hash: string): Promise<void> {
  const found = positionNow()
  const steps = (found ?? position + 1) - position || 1
  history.go(-steps)
  if (!(await mayLeave())) return
  isLeaving = true
  if (found === undefined) location.hash = hash
  else history.go(steps)
}

function positionNow(): number | undefined {
  const state: unknown = history.state
  const isMarked = typeof state === 'object' && state !== null && 'position' in state
  return isMarked && typeof state.position === 'number' ? state.position : undefined
}

function mark(at: number): void {
  position = at
  if (positionNow() !== at) history.replaceState({ position: at }, '')
}

/** Goes somewhere in place of where one is: Back does not lead here again. The page is gone already: nothing is asked. */
export function replaceAddress(path: string): void {
  history.replaceState(history.state, '', `#${path}`)
  isLeaving = true
  follow()
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
