import type { Parts, ViewFrame } from '#contract/live.ts'
import type { View } from '#contract/view.ts'
import { Observable } from '../ui/store.ts'

/** The part of a view declaration that the feed needs; `useView` gives the document its type. */
export interface AnyView extends Pick<View, 'name' | 'audience' | 'keeps'> {
  readonly assemble: (parts: ReadonlyMap<string, never>) => unknown
}

/** The state of the parts. Revisions of two epochs cannot be compared. */
interface ViewState {
  readonly epoch: string
  readonly revision: number
  /** The revision of the last change that the parts may have. */
  readonly changed: number
  /** The revision of a change that no frame brought: it was too large. The parts are older until a snapshot brings it. */
  readonly wanted: number
}

/** One open view: its parts as last received, and the document made of them. Notifies its readers. */
export class OpenView extends Observable {
  readonly key: string
  readonly view: AnyView
  at: ViewState | undefined
  release: ReturnType<typeof setTimeout> | undefined
  /** Set when the server cannot show the view now: `due` once its next retry is. */
  failing: 'waiting' | 'due' | undefined
  /** Number of failures since the stream last carried the view for a while. */
  failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  /**
   * Where the parts come from. `copy`: from this device; the first parts from the server replace them all. `former`: they were
   * for the previous person and are gone; the view is requested again only when a component reads it.
   */
  origin: 'server' | 'copy' | 'former' = 'server'
  /** `document` is made at the first read after a change. */
  #content: { readonly parts: ReadonlyMap<string, unknown>; document?: { readonly value: unknown } } = {
    parts: new Map(),
  }

  constructor(key: string, view: AnyView) {
    super()
    this.key = key
    this.view = view
  }

  /** Whether a snapshot has to bring a change. */
  get isBehind(): boolean {
    return this.at !== undefined && this.at.revision < this.at.wanted
  }

  /** The same object until a part changes. */
  document(): unknown {
    if (!this.at && this.origin !== 'copy') return undefined
    // Unknown bytes become parts here: both ends use one declaration, and the server has checked its parts.
    this.#content.document ??= { value: this.view.assemble(this.#content.parts as ReadonlyMap<string, never>) }
    return this.#content.document.value
  }

  /** The parts of the document, by key. */
  parts(): Parts {
    return Object.fromEntries(this.#content.parts)
  }

  /** Names the state of the parts. A change that is still wanted stays so within one epoch. */
  moveTo(at: Omit<ViewState, 'wanted'>): void {
    this.at = { ...at, wanted: this.at?.epoch === at.epoch ? this.at.wanted : 0 }
  }

  /** Notes a change that only a snapshot brings. */
  lack(revision: number): void {
    if (this.at) this.at = { ...this.at, wanted: revision }
  }

  /** Takes the changed parts. The others stay the same objects, so that their components do not render again. */
  apply({ parts = {}, gone = [], reset }: ViewFrame): void {
    const next = new Map(reset ? [] : this.#content.parts)
    for (const [key, part] of Object.entries(parts)) next.set(key, part)
    for (const key of gone) next.delete(key)
    this.#content = { parts: next }
    this.origin = 'server'
  }

  /** Shows the parts of a kept copy. The view still has no state, so it is requested as before. */
  showKept(parts: Parts): void {
    this.apply({ reset: true, parts })
    this.origin = 'copy'
    this.notify()
  }

  /** Drops the parts of a kept copy, if it shows one. */
  dropKept(): void {
    if (this.origin !== 'copy') return
    this.apply({ reset: true })
    this.notify()
  }

  /** The server cannot show the view now. Drops its parts, which may be out of date. Calls `due` after `wait` ms. */
  fail(wait: number, due: () => void): void {
    this.failures += 1
    this.#setFailing('waiting')
    this.#retry = setTimeout(() => {
      this.failing = 'due'
      due()
    }, wait)
    this.at = undefined
    this.apply({ reset: true })
    this.notify()
  }

  /** Takes all parts, at a revision. Parts that are equal to the previous ones stay the same objects. */
  start(at: Omit<ViewState, 'wanted'>, parts: Parts): void {
    this.#setFailing(undefined)
    this.moveTo(at)
    const next = Object.entries(parts).map(([key, part]) => {
      const before = this.#content.parts.get(key)
      return [key, JSON.stringify(part) === JSON.stringify(before) ? before : part]
    })
    this.apply({ reset: true, parts: Object.fromEntries(next) })
    this.notify()
  }

  /** Drops the parts, which were for another person. */
  forget(): void {
    this.at = undefined
    this.#setFailing(undefined)
    this.apply({ reset: true })
    this.origin = 'former'
    this.notify()
  }

  #setFailing(failing: OpenView['failing']): void {
    clearTimeout(this.#retry)
    this.failing = failing
  }
}

/** The oldest revision of some views. Failing views do not count. */
export function revisionOf(views: Iterable<OpenView>): number {
  const shown = [...views].filter(({ failing }) => !failing)
  return Math.min(...shown.map(({ at }) => at?.revision ?? 0))
}

/** The revision of the last change that some views may have. */
export function lastChangeOf(views: Iterable<OpenView>): number {
  return Math.max(...[...views].map(({ at }) => at?.changed ?? 0))
}

/** The views of this tab, by key. Views without readers are ordered by when their last reader left. */
export class OpenViews extends Map<string, OpenView> {
  /**
   * The views to request: all, or only the views without a state of this epoch and those that lack a large change. Leaves out a failing view until its retry is
   * due.
   */
  missing(epoch: string, all: boolean): OpenView[] {
    return [...this.values()].filter(
      ({ at, isBehind, failing }) => failing !== 'waiting' && (all || isBehind || at?.epoch !== epoch),
    )
  }

  /** The failing views are due for their next retry. */
  hurry(): void {
    for (const open of this.values()) if (open.failing) open.failing = 'due'
  }

  /** Returns a function that tells, whenever it is called, whether a view is older than a revision of the current epoch. */
  behind(key: string, revision: number): () => boolean {
    const epoch = this.get(key)?.at?.epoch
    return () => {
      const at = this.get(key)?.at
      return at !== undefined && at.epoch === epoch && at.revision < revision
    }
  }

  named(keys: readonly string[]): OpenView[] {
    return keys.flatMap((key) => this.get(key) ?? [])
  }

  /** Drops the views without readers for which `which` returns true, one after the other. */
  drop(which: (open: OpenView) => boolean): void {
    for (const open of this.values()) {
      if (open.isObserved || !which(open)) continue
      clearTimeout(open.release)
      this.delete(open.key)
    }
  }
}

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000
/** Each wait is this many times the one before. */
const GROWTH = 1.5

/** The wait before the next retry, in ms. A random part spreads clients that failed together. */
export function waitAfter(failures: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * GROWTH ** failures)
  return longest / 2 + (Math.random() * longest) / 2
}
