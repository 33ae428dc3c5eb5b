import type { Actor } from '#domain/role.ts'
import type { Board } from './board.ts'
import type { OpenProjection, Projection } from './project.ts'

const KEEP_UNUSED_MS = 5 * 60_000
/** Boards that no stream shows: more than an audience comes back to, few enough to be brought up to date at every change. */
const MOST_UNWATCHED = 256
/** Boards at all: anybody may ask for what is not there, and hold a stream to it. */
const MOST_OPEN = 5_000

/** A view key that was understood. */
export interface Found {
  readonly view: Projection['view']
  readonly projection: OpenProjection
}

/** A view that somebody looks at, once for all its audiences. Every open board holds everything up to the hub's head. */
export interface Open extends Found {
  readonly audiences: Map<string, { readonly actor: Actor; readonly board: Board }>
}

/** The views that are open, and how many may be. */
export class OpenViews {
  readonly #open = new Map<string, Open>()

  get(viewKey: string): Found | undefined {
    return this.#open.get(viewKey)
  }

  board(viewKey: string, audience: string): Board | undefined {
    return this.#open.get(viewKey)?.audiences.get(audience)?.board
  }

  all(): Open[] {
    return [...this.#open.values()]
  }

  get size(): number {
    return this.#boards().length
  }

  get isFull(): boolean {
    return this.size >= MOST_OPEN
  }

  add({ view, projection }: Found, actor: Actor, board: Board): void {
    const open = this.#open.get(board.viewKey) ?? { view, projection, audiences: new Map() }
    open.audiences.set(board.audience, { actor, board })
    this.#open.set(board.viewKey, open)
  }

  clear(): void {
    this.#open.clear()
  }

  closeUnused(): void {
    const limit = performance.now() - KEEP_UNUSED_MS
    this.#close(this.#unwatched().filter(({ used }) => used < limit))
  }

  /** Closes half of those that nobody watches, once they are too many: those that were asked for longest ago. */
  makeRoom(): void {
    const unwatched = this.#unwatched()
    if (unwatched.length <= MOST_UNWATCHED) return
    this.#close(unwatched.toSorted((a, b) => a.used - b.used).slice(0, -MOST_UNWATCHED / 2))
  }

  #boards(): Board[] {
    return this.all().flatMap(({ audiences }) => [...audiences.values()].map(({ board }) => board))
  }

  #unwatched(): Board[] {
    return this.#boards().filter(({ watchers }) => watchers === 0)
  }

  #close(boards: readonly Board[]): void {
    for (const { viewKey, audience } of boards) {
      const open = this.#open.get(viewKey)
      open?.audiences.delete(audience)
      if (open?.audiences.size === 0) this.#open.delete(viewKey)
    }
  }
}
