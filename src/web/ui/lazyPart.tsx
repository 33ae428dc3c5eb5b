import { lazy, type ComponentType } from 'react'

/** The code of a component could not be loaded: the network failed, or a newer build replaced the file. */
export class CodeMissing extends Error {
  /** Makes the component load its code again at the next render. */
  readonly renew: () => void

  constructor(cause: unknown, renew: () => void) {
    super('Not loaded.', { cause })
    this.renew = renew
  }
}

/** A component whose code is a file of its own. */
export type LazyPart<P extends object> = ComponentType<P> & {
  /** Loads the code before the first render, which then needs no placeholder. Call it before that render only. */
  readonly preload: (isInTime: () => boolean) => Promise<void>
}

/**
 * A component whose code is loaded at its first render. `React.lazy` keeps a failure for ever; here the `ErrorBoundary` around it
 * retries.
 *
 * @example
 * const EditForm = lazyPart(async () => (await import('./EditForm.tsx')).EditForm)
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const ask = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        forgetStyles(cause)
        throw new CodeMissing(cause, () => (part = ask()))
      }
    })
  let part: ComponentType<P> = ask()
  function Part(props: P) {
    const Part = part
    return <Part {...props} />
  }
  const preload = async (isInTime: () => boolean): Promise<void> => {
    const loaded = await load()
    if (isInTime()) part = loaded
  }
  return Object.assign(Part, { preload })
}

/** Removes a failed stylesheet from the head: Vite treats every stylesheet in the head as loaded. */
function forgetStyles(cause: unknown): void {
  const [, href] = /preload CSS for (\S+)/.exec(String(cause)) ?? []
  for (const link of document.querySelectorAll('link')) if (link.href === href) link.remove()
}
