import type { Parts, ViewFrame } from '#contract/live.ts'
import { Observable } from '../ui/store.ts'

/** What the feed needs of a view; the types of its parts are settled by `useView`. */
export interface AnyView {
  readonly name: string
  readonly audience: 'todos' | 'rol' | 'persona'
  readonly assemble: (parts: ReadonlyMap<string, never>) => unknown
}

/** One view that somebody reads: its parts as last received, the document made of them, and the readers to notify. */
export class OpenView extends Observable {
  readonly key: string
  readonly audience: AnyView['audience']
  /** `undefined` until the first snapshot came. Revisions of two epochs cannot be compared. */
  at: { readonly epoch: string; readonly revision: number } | undefined
  release: ReturnType<typeof setTimeout> | undefined
  /** The server could not show it: asked for again from this instant on, by `Date.now()`. */
  retryAt: number | undefined
  /** How often it failed since it was last shown for a while. */
  failures = 0
  /** It held data of the previous person. It is fetched again only when a component reads it. */
  isForgotten = false
  readonly #assemble: AnyView['assemble']
  #parts: ReadonlyMap<string, unknown> = new Map()
  #document: { readonly value: unknown } | undefined

  constructor(key: string, view: AnyView) {
    super()
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

  /** The server cannot show it now. What it was before may be wrong by now: it goes. */
  fail(wait: number): void {
    this.failures += 1
    this.retryAt = Date.now() + wait
    this.at = undefined
    this.apply({ reset: true })
    this.notify()
  }

  /** Everything, at a revision. */
  start(epoch: string, revision: number, parts: Parts): void {
    this.retryAt = undefined
    this.at = { epoch, revision }
    this.apply({ reset: true, parts })
    this.notify()
  }

  /** What was for somebody else's eyes goes at once. */
  forget(): void {
    this.at = undefined
    this.retryAt = undefined
    this.apply({ reset: true })
    this.isForgotten = true
    this.notify()
  }
}
