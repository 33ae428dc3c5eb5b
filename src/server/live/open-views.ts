import type { Actor } from '#domain/actor.ts'
import type { Head, LoggedChange } from '../db/change-log.ts'
import type { OpenProjection, Projection, Touched } from './project.ts'

const KEEP_UNUSED_MS = 5 * 60_000
/** Limit of topics that no stream carries. Every change updates each of them. */
const MOST_UNWATCHED = 256
/** Limit of boards. All keys of things that do not exist share one board, so the size of the event bounds the number. */
const MOST_BOARDS = 5_000
/**
 * The share of the limit that only boards of one person and of the administrator may use. Boards of public data cannot
 * fill it.
 */
const RESERVED_SHARE = 0.2

/** A view key after parsing. */
export interface ParsedKey {
  readonly view: Projection['view']
  readonly projection: OpenProjection
}

/** A view key and the actor that requests it. */
export interface Asked extends ParsedKey {
  readonly viewKey: string
  readonly audience: string
  readonly actor: Actor
}

export interface OpenTopic {
  readonly asked: Asked
  readonly topic: Topic
}

/** A view with its boards, by audience. Every board is at the hub's head. */
export interface ViewBoards {
  readonly projection: OpenProjection
  readonly audiences: Map<string, { readonly actor: Actor; readonly board: Board; readonly mayUseReserve: boolean }>
}

/** The value of a step, or its error, so that the other steps go on. */
export type Attempt<T> = { readonly value: T } | { readonly error: unknown }

/** The result of one read of the log: all that a flush sends, already serialized. Applying it cannot fail. */
export interface News {
  readonly head: Head
  /** Whether the log has a new revision. */
  readonly isNew: boolean
  /** Whether anything may have changed (another epoch, or a damaged row of the log): every open board is out of date. */
  readonly isReplaced: boolean
  readonly changes: readonly LoggedChange[]
  /** Open boards that the changes touch, with the new content of the touched parts. */
  readonly updates: readonly { readonly board: Board; readonly docs: Attempt<Docs>; readonly touched: Touched }[]
  /** Topics that the log says may have another board, but that have the same one as before. */
  readonly stayed: readonly { readonly topic: Topic; readonly revision: number }[]
  /** The board of each topic to open, and of each topic whose board changes. */
  readonly answers: readonly { readonly asked: Asked; readonly answer: Attempt<Answer> }[]
}

export interface Answer {
  readonly projection: OpenProjection
  /** The content of a board that is not open yet; empty for an open one. */
  readonly docs: Docs
}

/**
 * The JSON of a `ViewFrame` for each board that changed, each topic that got another board, and each topic that was closed
 * because its view cannot be loaded or presented.
 */
export type Frames = ReadonlyMap<Board | Topic, string>

const FAILED = '{"fallida":true}'

/** The open topics, their boards, and the limits of both. */
export class OpenViews {
  readonly #most: number
  /** By view key, then by audience. */
  readonly #topics = new Map<string, Map<string, OpenTopic>>()
  readonly #views = new Map<string, ViewBoards>()

  constructor(most = MOST_BOARDS) {
    this.#most = most
  }

  /** A view key of an open topic: it need not be parsed again. */
  parsed(viewKey: string): ParsedKey | undefined {
    for (const { asked } of this.#topics.get(viewKey)?.values() ?? []) return asked
    return undefined
  }

  topic({ viewKey, audience }: Pick<Asked, 'viewKey' | 'audience'>): Topic | undefined {
    return this.#topics.get(viewKey)?.get(audience)?.topic
  }

  topics(): OpenTopic[] {
    return [...this.#topics.values()].flatMap((audiences) => [...audiences.values()])
  }

  board(viewKey: string, audience: string): Board | undefined {
    return this.#views.get(viewKey)?.audiences.get(audience)?.board
  }

  views(): ViewBoards[] {
    return [...this.#views.values()]
  }

  /** Number of open boards. */
  get size(): number {
    let size = 0
    for (const { audiences } of this.#views.values()) size += audiences.size
    return size
  }

  /** Brings all open boards to the revision of the news. Synchronous, and cannot fail: all boards move together. */
  apply({ head: { revision }, isReplaced, updates, answers, stayed }: News, failing: Failing): Frames {
    if (isReplaced) {
      this.#topics.clear()
      this.#views.clear()
    }
    const frames = new Map<Board | Topic, string>()
    const broken = new Map<Board, unknown>()
    for (const { board, docs, touched } of updates) {
      const frame = 'error' in docs ? null : board.apply(docs.value, touched)
      if (frame !== null) frames.set(board, frame)
      if ('error' in docs) broken.set(board, docs.error)
    }
    for (const { topic, revision: moved } of stayed) topic.moveTo(topic.board, moved)
    const errors = new Map<Asked, unknown>()
    let hasMoved = false
    for (const { asked, answer } of answers) {
      if ('error' in answer) errors.set(asked, answer.error)
      else {
        const { projection, docs } = answer.value
        const board =
          this.board(projection.viewKey, asked.audience) ?? this.#addBoard(projection, asked, revision, docs)
        const moved = this.#answer(asked, board, revision, failing.remove(asked))
        if (moved) frames.set(moved, board.reset())
        hasMoved ||= moved !== null
      }
    }
    // Only a topic that got another board leaves its old one without topics.
    if (hasMoved) this.#closeIdleBoards()
    for (const topic of this.#closeFailed(failing, broken, errors)) frames.set(topic, FAILED)
    return frames
  }

  /**
   * Gives a topic a board; opens the topic when it is new. Returns the topic when it had another board before. A topic that
   * had failed sends all parts also to a client of the same revision: a repair by hand does not raise the revision.
   */
  #answer(asked: Asked, board: Board, revision: number, hadFailed: boolean): Topic | null {
    const topic = this.topic(asked)
    if (topic) {
      topic.moveTo(board, revision)
      return topic
    }
    const audiences = this.#topics.get(asked.viewKey) ?? new Map<string, OpenTopic>()
    audiences.set(asked.audience, {
      asked,
      topic: new Topic(asked, board, revision, hadFailed ? revision + 1 : revision),
    })
    this.#topics.set(asked.viewKey, audiences)
    return null
  }

  #addBoard(projection: OpenProjection, asked: Asked, revision: number, docs: Docs): Board {
    const { viewKey } = projection
    const { actor, audience } = asked
    const board = new Board(viewKey, audience, revision, docs)
    const view = this.#views.get(viewKey) ?? { projection, audiences: new Map() }
    view.audiences.set(audience, { actor, board, mayUseReserve: mayUseReserve(asked) })
    this.#views.set(viewKey, view)
    return board
  }

  /** Closes the topics that failed, and the topics of boards that failed. */
  #closeFailed(failing: Failing, broken: ReadonlyMap<Board, unknown>, errors: Map<Asked, unknown>): readonly Topic[] {
    if (broken.size === 0 && errors.size === 0) return []
    for (const { asked, topic } of this.topics()) {
      if (broken.has(topic.board)) errors.set(asked, broken.get(topic.board))
    }
    for (const [asked, error] of errors) failing.add(asked, error)
    const failed = this.topics().filter(({ asked }) => errors.has(asked))
    this.#close(failed)
    return failed.map(({ topic }) => topic)
  }

  /**
   * Closes topics without streams that were not requested for `KEEP_UNUSED_MS`. When more than `MOST_UNWATCHED` are left,
   * closes all but the `MOST_UNWATCHED / 2` used last.
   */
  closeUnused(): void {
    const limit = performance.now() - KEEP_UNUSED_MS
    const unwatched = this.#unwatched()
    const kept = unwatched.length > MOST_UNWATCHED ? MOST_UNWATCHED / 2 : unwatched.length
    this.#close(unwatched.filter(({ topic }, index) => index < unwatched.length - kept || topic.used < limit))
  }

  /** Closes topics without streams until the wanted ones fit. Returns false when they still do not fit. */
  makeRoom(wanted: readonly Asked[]): boolean {
    const known = new Set(wanted.flatMap((asked) => this.topic(asked) ?? []))
    const added = wanted.filter((asked) => !this.topic(asked))
    if (!this.#hasRoom(added)) this.#close(this.#unwatched().filter(({ topic }) => !known.has(topic)))
    return this.#hasRoom(added)
  }

  #hasRoom(added: readonly Asked[]): boolean {
    const shared = added.filter((asked) => !mayUseReserve(asked)).length
    return (
      this.size + added.length <= this.#most &&
      (shared === 0 || this.#shared + shared <= this.#most * (1 - RESERVED_SHARE))
    )
  }

  /** Number of open boards that may not use the reserve. */
  get #shared(): number {
    const boards = this.views().flatMap((view) => [...view.audiences.values()])
    return boards.filter((board) => !board.mayUseReserve).length
  }

  /** Closes topics, and the boards without a topic. */
  #close(topics: readonly OpenTopic[]): void {
    if (topics.length === 0) return
    for (const { asked } of topics) {
      const audiences = this.#topics.get(asked.viewKey)
      audiences?.delete(asked.audience)
      if (audiences?.size === 0) this.#topics.delete(asked.viewKey)
    }
    this.#closeIdleBoards()
  }

  /** Closes the boards without a topic. */
  #closeIdleBoards(): void {
    const used = new Set(this.topics().map(({ topic }) => topic.board))
    for (const { audiences } of this.views())
      for (const { board } of audiences.values()) if (!used.has(board)) this.#closeBoard(board)
  }

  #closeBoard({ viewKey, audience }: Board): void {
    const view = this.#views.get(viewKey)
    view?.audiences.delete(audience)
    if (view?.audiences.size === 0) this.#views.delete(viewKey)
  }

  /** Topics without streams, least recently used first. */
  #unwatched(): OpenTopic[] {
    return this.topics()
      .filter(({ topic }) => topic.watchers === 0)
      .toSorted((a, b) => a.topic.used - b.topic.used)
  }
}

/**
 * Boards of the administrator and of one person. A person has few, because keys of other people resolve to shared boards;
 * but a judge has a detail for each entry, and these may not use the reserve.
 */
function mayUseReserve({ audience, view, projection }: Asked): boolean {
  if (audience === 'admin' || view.audience === 'persona') return true
  return audience.includes(':') && projection.resolve === null
}

/** A topic that failed is reported as failing for this time; the next request after it loads the topic again. */
const RETRY_MS = 1_000
const FORGET_MS = 10 * 60_000
/** Limit of remembered failures: beyond it the oldest is dropped. */
const MOST_FAILURES = 1_000

interface Failure {
  /** View name and message: topics that fail alike are logged once. */
  readonly fault: string
  /** By `performance.now()`. */
  readonly at: number
}

/** The topics that cannot be loaded or presented. Each is tried again at the first request after `RETRY_MS`. */
export class Failing {
  readonly #failures = new Map<string, Failure>()
  readonly #log: (error: unknown, viewName: string) => void

  constructor(log: (error: unknown, viewName: string) => void) {
    this.#log = log
  }

  /** Whether a topic failed within `RETRY_MS`. */
  has(asked: Asked): boolean {
    const failure = this.#failures.get(idOf(asked))
    return failure !== undefined && performance.now() - failure.at < RETRY_MS
  }

  /** Remembers a failure. Logs it unless the same error of this view is already known. */
  add(asked: Asked, error: unknown): void {
    const now = performance.now()
    for (const [id, { at }] of this.#failures) if (now - at > FORGET_MS) this.#failures.delete(id)
    const fault = `${asked.view.name}: ${error instanceof Error ? error.message : String(error)}`
    if (![...this.#failures.values()].some((known) => known.fault === fault)) this.#log(error, asked.view.name)
    this.remove(asked)
    this.#failures.set(idOf(asked), { fault, at: now })
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > MOST_FAILURES && oldest !== undefined) this.#failures.delete(oldest)
  }

  /** Forgets the failure of a topic that is open again. Returns whether there was one. */
  remove(asked: Asked): boolean {
    return this.#failures.delete(idOf(asked))
  }
}

function idOf({ viewKey, audience }: Asked): string {
  return `${viewKey}|${audience}`
}

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
