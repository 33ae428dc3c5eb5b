import type { Touched } from './project.ts'

/** The JSON of one part and the revision at which it last changed. */
interface BoardPart {
  readonly json: string
  readonly revision: number
}

/** Parts as JSON, by key. `undefined`: the part is gone, or this audience may not see it. */
export type Docs = ReadonlyMap<string, string | undefined>

/** Parts to send: JSON pieces `"key":part`, and the keys of removed parts. */
interface Delta {
  readonly parts: readonly string[]
  readonly gone: readonly string[]
}

/**
 * The newest content of one view for one audience, as JSON. Gives all parts, or the parts newer than a revision, without
 * the database.
 */
export class Board {
  readonly viewKey: string
  readonly audience: string
  /** View and audience. */
  readonly id: string
  /** A client with an older revision gets all parts: this board does not know which content that client has. */
  #since: number
  #parts = new Map<string, BoardPart>()
  #gone = new Map<string, number>()
  #revision: number

  constructor(viewKey: string, audience: string, revision: number, docs: Docs) {
    this.viewKey = viewKey
    this.audience = audience
    this.id = `${viewKey}|${audience}`
    this.#since = revision
    this.#revision = revision
    for (const [key, json] of docs) if (json !== undefined) this.#parts.set(key, { json, revision })
  }

  /** The revision of the last change. */
  get revision(): number {
    return this.#revision
  }

  /** The JSON of one part. */
  part(key: string): string | undefined {
    return this.#parts.get(key)?.json
  }

  keys(): string[] {
    return [...this.#parts.keys()]
  }

  /**
   * Stores the loaded parts that changes have touched. Each gets the revision of the last change that touched it, also with
   * equal bytes: so every instance gives it the same revision. Returns the JSON of a `ViewFrame` with the parts whose bytes
   * changed; null without any.
   */
  apply(docs: Docs, touched: Touched): string | null {
    const parts: string[] = []
    const gone: string[] = []
    // A client with an older revision may have parts that no key tells.
    if (touched.all > this.#since) this.#since = touched.all
    for (const [key, json] of docs) {
      const before = this.#parts.get(key)
      const revision = Math.max(touched.all, touched.keys.get(key) ?? 0)
      this.#revision = Math.max(this.#revision, revision)
      if (json === undefined) {
        this.#parts.delete(key)
        this.#gone.set(key, revision)
        if (before) gone.push(key)
        continue
      }
      this.#parts.set(key, { json, revision })
      this.#gone.delete(key)
      if (before?.json !== json) parts.push(`${JSON.stringify(key)}:${json}`)
    }
    return parts.length > 0 || gone.length > 0 ? frameOf({ parts, gone }) : null
  }

  /**
   * The parts newer than a revision, as the JSON of a `ViewFrame`: all parts when the revision is older than the board, null
   * when there are none.
   */
  newerThan(since: number): string | null {
    if (since < this.#since) return this.reset()
    const parts = [...this.#parts]
      .filter(([, part]) => part.revision > since)
      .map(([key, part]) => `${JSON.stringify(key)}:${part.json}`)
    const gone = [...this.#gone].filter(([, revision]) => revision > since).map(([key]) => key)
    return parts.length > 0 || gone.length > 0 ? frameOf({ parts, gone }) : null
  }

  /** All parts, as the JSON of a `ViewFrame` that replaces what the client has. */
  reset(): string {
    return `{"reset":true,"parts":${this.all()}}`
  }

  /** All parts, as the JSON of `Parts`. */
  all(): string {
    return `{${[...this.#parts].map(([key, part]) => `${JSON.stringify(key)}:${part.json}`).join(',')}}`
  }
}

/** The JSON of a `ViewFrame`. */
function frameOf({ parts, gone }: Delta): string {
  const fields = [
    ...(parts.length > 0 ? [`"parts":{${parts.join(',')}}`] : []),
    ...(gone.length > 0 ? [`"gone":${JSON.stringify(gone)}`] : []),
  ]
  return `{${fields.join(',')}}`
}

/**
 * A subscription target: one view key as the client wrote it, for one audience. A board holds its content. The board may
 * change, and several topics may share one: different spellings of one name, and all keys that match nothing.
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

  /** Gives the topic a board, also the one that it has: a client with an older revision gets all its parts. */
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

  /** As `newerThan` of the board. A revision from before the topic got its board gets all parts. */
  newerThan(since: number): string | null {
    return since < this.#since ? this.#board.reset() : this.#board.newerThan(since)
  }
}
