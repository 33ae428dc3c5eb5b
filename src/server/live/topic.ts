import type { Board } from './board.ts'

/**
 * What clients subscribe to: one view key as it was asked for, for one audience. The board that answers may change, and
 * several topics may have the same one: other spellings of one thing, and everything that does not exist.
 */
export class Topic {
  static #made = 0
  readonly viewKey: string
  /** View key and audience: clients that share it get the same bytes. */
  readonly id: string
  /** How many streams carry it. While there is one, it stays open. */
  watchers = 0
  /** Of this topic alone: one that was closed and opened again under the same name is another. */
  readonly serial = (Topic.#made += 1)
  /** When a client last asked for it, by `performance.now()`. */
  used = performance.now()
  #board: Board
  /** At this revision `#board` began to answer. */
  #from: number
  /** A client with an older revision gets everything. */
  #since: number

  constructor(
    asked: { readonly viewKey: string; readonly audience: string },
    board: Board,
    revision: number,
    since = revision,
  ) {
    this.viewKey = asked.viewKey
    this.id = `${asked.viewKey}|${asked.audience}`
    this.#board = board
    this.#from = revision
    this.#since = since
  }

  get board(): Board {
    return this.#board
  }

  /** Another board answers from now on. */
  moveTo(board: Board, revision: number): void {
    this.#board = board
    this.#from = revision
    this.#since = revision
  }

  /** The revision at which the answer last changed. */
  get revision(): number {
    return Math.max(this.#from, this.#board.revision)
  }

  /** Changes whenever the bytes of the answer may have changed. */
  get mark(): string {
    return `${this.serial}-${this.revision}`
  }

  /** What a client at a revision lacks, as the JSON of a `ViewFrame`; null when it is nothing. */
  newerThan(since: number): string | null {
    return since < this.#since ? this.#board.reset() : this.#board.newerThan(since)
  }
}
