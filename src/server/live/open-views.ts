import type { Actor } from '#domain/actor.ts'
import type { OpenProjection, Projection, Touched } from './project.ts'

const KEEP_UNUSED_MS = 5 * 60_000
/** Limit of boards that no stream carries. Every change updates each of them. */
const MOST_UNWATCHED = 256
/** Limit of boards. Visitors and users open 2,400 details of three days with 400 entries each. */
const MOST_BOARDS = 5_000
/** A view that failed is reported as failing for this time; the next request after it loads the view again. */
const RETRY_MS = 1_000

/** A view key and the actor that requests it. */
export interface Asked {
  readonly viewKey: string
  readonly view: Projection['view']
  readonly projection: OpenProjection
  readonly audience: string
  readonly actor: Actor
}

/** An open board, and what it was opened for. Every board is at the hub's head. */
export interface OpenBoard {
  readonly asked: Asked
  readonly board: Board
}

/** The value of a step, or its error, so that the other steps go on. */
export type Attempt<T> = { readonly value: T } | { readonly error: unknown }

/** The new content of boards, already serialized. */
export interface Contents {
  /** Anything may have changed (another epoch, or a damaged row of the log): every open board is out of date. */
  readonly isReplaced: boolean
  readonly revision: number
  /** Open boards that the changes touch, with the new content of the touched parts. */
  readonly updates: readonly (OpenBoard & { readonly docs: Attempt<Docs>; readonly touched: Touched })[]
  /** The content of the boards to open; null for a key that names nothing. */
  readonly opened: readonly { readonly asked: Asked; readonly docs: Attempt<Docs | null> }[]
}

/** The JSON of a `ViewFrame` for each board that changed, and for each that was closed because its view failed. */
export type Frames = ReadonlyMap<Board, string>

const FAILED = '{"fallida":true}'

/** The boards of the open views, and the views that failed. */
export class OpenViews {
  readonly #most: number
  readonly #log: (error: unknown, viewName: string) => void
  /** By the id of the board. */
  readonly #open = new Map<string, OpenBoard>()
  /** When a board last failed to load or present, by its id and `performance.now()`. It stays until the board opens again. */
  readonly #failed = new Map<string, number>()

  constructor(log: (error: unknown, viewName: string) => void, most = MOST_BOARDS) {
    this.#log = log
    this.#most = most
  }

  all(): OpenBoard[] {
    return [...this.#open.values()]
  }

  board(asked: Pick<Asked, 'viewKey' | 'audience'>): Board | undefined {
    return this.#open.get(idOf(asked))?.board
  }

  boards(): Board[] {
    return this.all().map(({ board }) => board)
  }

  /** Whether a board is open, or failed within `RETRY_MS`. */
  has(asked: Asked): boolean {
    return (
      this.board(asked) !== undefined || performance.now() - (this.#failed.get(idOf(asked)) ?? -Infinity) < RETRY_MS
    )
  }

  /** Brings all open boards to a revision. Synchronous, and cannot fail: all boards move together. */
  apply({ isReplaced, revision, updates, opened }: Contents): Frames {
    if (isReplaced) for (const board of this.boards()) this.#close(board)
    const frames = new Map<Board, string>()
    for (const { asked, board, docs, touched } of updates) {
      const frame = 'error' in docs ? this.#fail(asked, docs.error) : board.apply(docs.value, touched)
      if (frame !== null) frames.set(board, frame)
    }
    for (const { asked, docs } of opened) {
      if ('error' in docs) this.#fail(asked, docs.error)
      else if (docs.value) this.#add(asked, new Board(asked, revision, docs.value))
    }
    return frames
  }

  #add(asked: Asked, board: Board): void {
    this.#open.set(board.id, { asked, board })
    this.#failed.delete(board.id)
  }

  /**
   * Closes the board of a view that failed, and remembers the failure. Logs it unless the view failed before and was not open
   * since. Returns the JSON of its `ViewFrame`.
   */
  #fail(asked: Asked, error: unknown): string {
    const board = this.board(asked)
    if (board) this.#close(board)
    const id = idOf(asked)
    if (!this.#failed.has(id)) this.#log(error, asked.view.name)
    this.#failed.set(id, performance.now())
    return FAILED
  }

  /**
   * Closes boards without streams that were not requested for `KEEP_UNUSED_MS`. When more than `MOST_UNWATCHED` are left,
   * closes all but the `MOST_UNWATCHED / 2` used last.
   */
  closeUnused(): void {
    const limit = performance.now() - KEEP_UNUSED_MS
    const unwatched = this.#unwatched().toSorted((a, b) => a.used - b.used)
    const kept = unwatched.length > MOST_UNWATCHED ? MOST_UNWATCHED / 2 : unwatched.length
    for (const [index, board] of unwatched.entries())
      if (index < unwatched.length - kept || board.used < limit) this.#close(board)
  }

  /** Closes boards without streams until the wanted ones fit. Returns false when they still do not fit. */
  makeRoom(wanted: readonly Asked[]): boolean {
    const known = new Set(wanted.flatMap((asked) => this.board(asked) ?? []))
    const most = this.#most - (wanted.length - known.size)
    if (this.boards().length > most) for (const board of this.#unwatched()) if (!known.has(board)) this.#close(board)
    return this.boards().length <= most
  }

  #close(board: Board): void {
    board.isOpen = false
    this.#open.delete(board.id)
  }

  #unwatched(): Board[] {
    return this.boards().filter(({ watchers }) => watchers === 0)
  }
}

function idOf({ viewKey, audience }: Pick<Asked, 'viewKey' | 'audience'>): string {
  return `${viewKey}|${audience}`
}

/** Parts as JSON, by key. `undefined`: the part is gone, or this audience may not see it. */
export type Docs = ReadonlyMap<string, string | undefined>

/**
 * The newest content of one view for one audience, as JSON. Gives all parts, or the parts newer than a revision, without
 * the database. Clients of one board get the same bytes.
 */
export class Board {
  static #made = 0
  readonly viewKey: string
  /** View and audience. */
  readonly id: string
  /** False once the hub does not update it any more. */
  isOpen = true
  /** Number of streams that carry the board. It stays open while there is one. */
  watchers = 0
  /** Unique per board object: a board that was closed and opened again has another serial. */
  readonly serial = (Board.#made += 1)
  /** Time of the last request, by `performance.now()`. */
  used = performance.now()
  /** A client with an older revision gets all parts: this board does not know which content that client has. */
  #since: number
  /** The JSON of each part and the revision at which it last changed. */
  #parts = new Map<string, { readonly json: string; readonly revision: number }>()
  #gone = new Map<string, number>()
  #revision: number

  constructor(asked: Pick<Asked, 'viewKey' | 'audience'>, revision: number, docs: Docs) {
    this.viewKey = asked.viewKey
    this.id = idOf(asked)
    this.#since = revision
    this.#revision = revision
    for (const [key, json] of docs) if (json !== undefined) this.#parts.set(key, { json, revision })
  }

  /** The revision of the last change. */
  get revision(): number {
    return this.#revision
  }

  /** A text that changes whenever the bytes of the content may have changed. */
  get mark(): string {
    return `${this.serial}-${this.#revision}`
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
    return frameOf(parts, gone)
  }

  /**
   * The parts newer than a revision, as the JSON of a `ViewFrame`: all parts when the revision is older than the board, null
   * when there are none.
   */
  newerThan(since: number): string | null {
    if (since < this.#since) return `{"reset":true,"parts":${this.all()}}`
    const parts = [...this.#parts]
      .filter(([, part]) => part.revision > since)
      .map(([key, part]) => `${JSON.stringify(key)}:${part.json}`)
    const gone = [...this.#gone].filter(([, revision]) => revision > since).map(([key]) => key)
    return frameOf(parts, gone)
  }

  /** All parts, as the JSON of `Parts`. */
  all(): string {
    return `{${[...this.#parts].map(([key, part]) => `${JSON.stringify(key)}:${part.json}`).join(',')}}`
  }
}

/** The JSON of a `ViewFrame` from pieces `"key":part` and the keys of removed parts; null without any. */
function frameOf(parts: readonly string[], gone: readonly string[]): string | null {
  const fields = [
    ...(parts.length > 0 ? [`"parts":{${parts.join(',')}}`] : []),
    ...(gone.length > 0 ? [`"gone":${JSON.stringify(gone)}`] : []),
  ]
  return fields.length > 0 ? `{${fields.join(',')}}` : null
}
