import type { Board } from './board.ts'

/**
 * A subscription target: one view key as the client wrote it, for one audience. A board holds its content. The board may
 * change, and several topics may share one: different spellings of one name, and everything that does not exist.
 */
export class Topic {
  static #made = 0
  readonly viewKey: string
  /** View key and audience: clients that share it get the same bytes. */
  readonly id: string
  /** Number of streams that carry the topic. The topic stays open while there is one. */
  watchers = 0
  /** Unique per topic object: a topic that was closed and opened again has another serial. */
  readonly serial = (Topic.#made += 1)
  /** Time of the last request, by `performance.now()`. */
  used = performance.now()
  #board: Board
  /** The revision at which the topic got `#board`. */
  #from: number
  /** A client with an older revision gets all parts. */
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

  /** Replaces the board. */
  moveTo(board: Board, revision: number): void {
    this.#board = board
    this.#from = revision
    this.#since = revision
  }

  /** The revision at which the content last changed. */
  get revision(): number {
    return Math.max(this.#from, this.#board.revision)
  }

  /** A text that changes whenever the bytes of the content may have changed. */
  get mark(): string {
    return `${this.serial}-${this.revision}`
  }

  /** The parts newer than a revision, as the JSON of a `ViewFrame`; null when there are none. */
  newerThan(since: number): string | null {
    return since < this.#since ? this.#board.reset() : this.#board.newerThan(since)
  }
}
