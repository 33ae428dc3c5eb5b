import { lazy, type ComponentType } from 'react'

/** The code of a part of the screen did not arrive: the signal was gone, or a newer build has replaced the file. */
export class Missing extends Error {
  /** Lets the part ask for its code again the next time it is rendered. */
  readonly renew: () => void

  constructor(cause: unknown, renew: () => void) {
    super('A part of the page could not be loaded.', { cause })
    this.renew = renew
  }
}

/**
 * A component whose code is fetched when it is first rendered. `React.lazy` keeps a failure for ever; here the `Fault`
 * around it asks again.
 *
 * @example
 * const EditForm = lazyPart(async () => (await import('./EditForm.tsx')).EditForm)
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const ask = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        forgetStyles(cause)
        throw new Missing(cause, () => (part = ask()))
      }
    })
  let part = ask()
  return function Part(props: P) {
    const Part = part
    return <Part {...props} />
  }
}

/** Vite takes a stylesheet that stands in the head for loaded, also one that failed. */
function forgetStyles(cause: unknown): void {
  const [, href] = /preload CSS for (\S+)/.exec(String(cause)) ?? []
  for (const link of document.querySelectorAll('link')) if (link.href === href) link.remove()
}
