import type { ViewFrame } from '#contract/live.ts'

/** What the feed needs of a view; the types of its parts are settled by `useView`. */
export interface AnyView {
  readonly name: string
  readonly audience: 'todos' | 'rol' | 'persona'
  readonly assemble: (parts: ReadonlyMap<string, never>) => unknown
}

/** One view that somebody reads: its parts as last heard, the document made of them, and who wants to know. */
export class OpenView {
  readonly key: string
  readonly audience: AnyView['audience']
  readonly readers = new Set<() => void>()
  /** `undefined` until the first snapshot came. Revisions of two epochs cannot be compared. */
  at: { readonly epoch: string; readonly revision: number } | undefined
  release: ReturnType<typeof setTimeout> | undefined
  /** Was for somebody else's eyes: asked for again only if who is here now reads it. */
  isForgotten = false
  readonly #assemble: AnyView['assemble']
  #parts: ReadonlyMap<string, unknown> = new Map()
  #document: { readonly value: unknown } | undefined

  constructor(key: string, view: AnyView) {
    this.key = key
    this.audience = view.audience
    this.#assemble = view.assemble
  }

  /** The same object until something changed. */
  document(): unknown {
    if (!this.at) return undefined
    // Here unknown bytes become parts: both ends are built from one declaration, and the server has checked its own.
    this.#document ??= { value: this.#assemble(this.#parts as ReadonlyMap<string, never>) }
    return this.#document.value
  }

  /** Parts that are not named stay the same objects, so that what shows them need not render again. */
  apply({ parts = {}, gone = [], reset }: ViewFrame): void {
    const next = new Map(reset ? [] : this.#parts)
    for (const [key, part] of Object.entries(parts)) next.set(key, part)
    for (const key of gone) next.delete(key)
    this.#parts = next
    this.#document = undefined
    this.isForgotten = false
  }

  /** What was for somebody else's eyes goes at once. */
  forget(): void {
    this.at = undefined
    this.apply({ reset: true })
    this.isForgotten = true
    this.notify()
  }

  notify(): void {
    for (const notify of this.readers) notify()
  }
}
