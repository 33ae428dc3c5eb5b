import { MOST_VIEWS } from '#contract/live.ts'
import type { View } from '#contract/view.ts'
import { Problem } from '#domain/problem.ts'
import { keyOfActor, requireRole, type Actor } from '#domain/actor.ts'
import { renewEpoch, type Head, type LoggedChange, readLog } from '../db/change-log.ts'
import { DatabaseAway, type Database, type Tx } from '../db/database.ts'
import { Queue } from '../queue.ts'
import { Failing, OpenViews } from './open-views.ts'
import type { Answer, Asked, Attempt, Board, Docs, Frames, News, ParsedKey, Topic } from './open-views.ts'
import { type Projection, ALL, touchedBy, type Keys, type OpenProjection, type Present } from './project.ts'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { sql } from 'kysely'

/** Least time between two flushes. The first change is flushed at once; changes within this time are flushed together. */
const FLUSH_MS = 100
/** Pause before the next read after the database failed. */
const AWAY_MS = 1_000
/** Interval of reads without a change, so that a database that is gone is noticed. */
const READ_MS = 4_000
/** Data that were read longer ago are not sent: another instance may have hidden them. Also the longest wait of a request. */
const FRESH_MS = 10_000

/** Longest wait of a check of readiness. */
const READY_MS = 3_000

/** The result of one flush. */
export interface Flush {
  readonly head: Head
  readonly frames: Frames
  readonly changes: readonly LoggedChange[]
  /** Another epoch: all data was replaced, so streams must start again. */
  readonly replaced: boolean
}

export interface HubOptions {
  readonly db: Database
  readonly projections: readonly Projection[]
  /** Called when the database cannot be read; the hub retries. */
  readonly failed: (error: unknown) => void
  /** Called when one view cannot be loaded or presented; the others go on. */
  readonly viewFailed: (error: unknown, viewName: string) => void
  /** Called about once a second while the boards are too old to be sent. */
  readonly stale: () => void
  readonly mostBoards?: number | undefined
  /** `FRESH_MS`; tests set it lower. */
  readonly freshMs?: number | undefined
}

/**
 * Keeps the open views as JSON, updates them from `change_log`, and passes what changed to its listeners. The cost of a
 * change depends on the parts that it touches and the views that are open, not on the size of the event.
 *
 * @example
 * const { head, topics, failing } = await hub.topics(['horario', 'portada'], actor)
 * hub.onFlush((flush) => streams.flush(flush))
 * hub.wake({ isCommit: true }) // after a commit
 */
export class Hub {
  readonly #options: HubOptions
  readonly #open: OpenViews
  readonly #failing: Failing
  readonly #queue = new Queue()
  readonly #listeners = new Set<(flush: Flush) => Promise<void>>()
  readonly #reads = new Repeater(() => this.#read())
  readonly #timers: readonly NodeJS.Timeout[]
  #head: Head | null = null
  /** When the last commit was told, by `performance.now()`. */
  #committedAt = -Infinity
  /** When the last successful read began, by `performance.now()`. */
  #readAt = -Infinity
  /** Settles with the next read: rejects when it fails. */
  #next = nextRead()
  readonly #freshMs: number
  /** The read before this one failed. */
  #isFailing = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#open = new OpenViews(options.mostBoards)
    this.#failing = new Failing(options.viewFailed)
    this.#freshMs = options.freshMs ?? FRESH_MS
    this.#timers = [
      setInterval(() => this.#reads.wake(), READ_MS).unref(),
      setInterval(() => (this.#head && !this.isFresh ? options.stale() : undefined), 1_000).unref(),
    ]
  }

  /** Adds a listener of flushes. The next flush waits until the listener has finished. */
  onFlush(listener: (flush: Flush) => Promise<void>): void {
    this.#listeners.add(listener)
  }

  /** Brings the open views up to date soon. After a commit, requests wait for it. */
  wake({ isCommit }: { readonly isCommit: boolean }): void {
    if (isCommit) this.#committedAt = performance.now()
    this.#reads.wake()
  }

  /** Resolves when the listeners have received everything committed before the call. */
  async settled(): Promise<void> {
    await this.#queue.run(() => this.#sync([]))
  }

  /**
   * The topics of some view keys for one actor, all at one revision. Opens the topics that are not open. View keys that fail
   * to load are returned in `failing`. Throws `view.unknown`, the refusal of the role, or `DatabaseAway`: the topics contain
   * every change that this process has acknowledged and are at most `FRESH_MS` old, because results that were hidden must not
   * be sent. Returns no promise when all topics are open and current, because a whole audience may ask at the same moment.
   */
  topics(viewKeys: readonly string[], actor: Actor): OpenedTopics | Promise<OpenedTopics> {
    if (viewKeys.length === 0 || viewKeys.length > MOST_VIEWS) throw new Problem('view.unknown')
    const wanted = viewKeys.map((viewKey) => this.#find(viewKey, actor))
    const ready = (): OpenedTopics | Promise<OpenedTopics> =>
      this.#ready(wanted) ?? this.#queue.run(() => this.#openAll(wanted))
    return this.#isCurrent ? ready() : this.#readSince(this.#committedAt).then(ready)
  }

  /** The revision of the open boards, the same object until they change; null while they must not be sent. */
  get head(): Head | null {
    return this.#isCurrent ? this.#head : null
  }

  /** Whether the database was read within the last `FRESH_MS`. */
  get isFresh(): boolean {
    return performance.now() - this.#readAt <= this.#freshMs
  }

  /** Number of open boards. */
  get size(): number {
    return this.#open.size
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#listeners.clear()
    this.#reads.stop()
    this.#next.reject(new DatabaseAway('The server stops.'))
  }

  /** Resolves when the log could be read. Throws when it cannot, and `DatabaseAway` after `READY_MS`. */
  ready(): Promise<void> {
    return this.#readSince(performance.now(), READY_MS)
  }

  /** Whether the boards may be sent: they are fresh, and were read after the last commit. */
  get #isCurrent(): boolean {
    return this.#readAt >= this.#committedAt && (this.#head === null || this.isFresh)
  }

  /** Resolves when a read that began at a time or later has succeeded. Throws when a read fails, and `DatabaseAway` after `ms`. */
  async #readSince(at: number, ms = this.#freshMs): Promise<void> {
    const limit = rejectAfter(ms)
    try {
      while (this.#readAt < at || !this.isFresh) {
        this.#reads.wake()
        await Promise.race([this.#next.promise, limit.promise])
      }
    } finally {
      limit.cancel()
    }
  }

  /** Reads the log once. Returns the pause before the next read, in ms. */
  async #read(): Promise<number> {
    try {
      const hadNews = await this.#queue.run(() => this.#sync([]))
      this.#isFailing = false
      this.#settleNext(({ resolve }) => resolve())
      return hadNews ? FLUSH_MS : 0
    } catch (error) {
      this.#reads.wake()
      // The boards keep their revision. The first failure in a row, which alone is reported, is retried at once.
      if (!this.#isFailing) {
        this.#isFailing = true
        this.#options.failed(error)
        return 0
      }
      this.#settleNext(({ reject }) => reject(error))
      return AWAY_MS
    }
  }

  #settleNext(settle: (next: PromiseWithResolvers<void>) => void): void {
    const next = this.#next
    this.#next = nextRead()
    settle(next)
  }

  #find(viewKey: string, actor: Actor): Asked {
    const { view, projection } = this.#open.parsed(viewKey) ?? this.#parse(viewKey)
    requireRole(actor, view.roles)
    return { viewKey, view, projection, actor, audience: audienceOf(view.audience, actor) }
  }

  #parse(viewKey: string): ParsedKey {
    const [name = '', search = ''] = viewKey.split('?', 2)
    const found = this.#options.projections.find((one) => one.view.name === name)
    const projection = found?.open(Object.fromEntries(new URLSearchParams(search)))
    // Only the canonical key is accepted: each other spelling would open a topic of its own.
    if (projection?.viewKey !== viewKey || !found) throw new Problem('view.unknown')
    return { view: found.view, projection }
  }

  #ready(wanted: readonly Asked[]): OpenedTopics | null {
    const isKnown = wanted.every((asked) => this.#open.topic(asked) ?? this.#failing.has(asked))
    return this.#head && isKnown ? this.#answer(this.#head, wanted) : null
  }

  #answer(head: Head, wanted: readonly Asked[]): OpenedTopics {
    const topics: Topic[] = []
    const failing: string[] = []
    const now = performance.now()
    for (const asked of wanted) {
      const topic = this.#open.topic(asked)
      if (!topic) failing.push(asked.viewKey)
      else {
        topic.used = now
        topics.push(topic)
      }
    }
    return { head, topics, failing }
  }

  async #openAll(wanted: readonly Asked[]): Promise<OpenedTopics> {
    const before = this.#ready(wanted)
    if (before) return before
    const tried = wanted.filter((asked) => !this.#failing.has(asked))
    if (!this.#open.makeRoom(tried)) throw new Problem('server.busy')
    await this.#sync(tried)
    // A wanted topic that is still not open has just failed.
    if (!this.#head) throw new Error('Unreachable: a read of the log tells the head.')
    return this.#answer(this.#head, wanted)
  }

  /**
   * In one read transaction, brings every open board to the newest revision and opens the wanted topics. Then calls the
   * listeners. Returns false when the log had no change.
   */
  async #sync(wanted: readonly Asked[]): Promise<boolean> {
    this.#open.closeUnused()
    const began = performance.now()
    const news = await this.#news(wanted)
    const frames = this.#open.apply(news, this.#failing)
    const { head, changes, isNew, isReplaced } = news
    if (isNew) this.#head = head
    this.#readAt = began
    if (!isNew) return false
    for (const listener of this.#listeners) await listener({ head, frames, changes, replaced: isReplaced })
    // A sign-in takes a revision without a change: the next change must not wait for it.
    return changes.length > 0 || isReplaced
  }

  async #news(wanted: readonly Asked[]): Promise<News> {
    const { db } = this.#options
    const known = { head: this.#head, open: this.#open }
    try {
      return await readNews(db, known, wanted)
    } catch (error) {
      if (!(error instanceof LogWentBack) || !known.head) throw error
    }
    const { head } = known
    await db.write((tx) => renewEpoch(tx, head))
    return readNews(db, known, wanted)
  }
}

/** A promise that waits for a read. Its failure is no unhandled rejection when no request waits. */
function nextRead(): PromiseWithResolvers<void> {
  const next = Promise.withResolvers<void>()
  next.promise.catch(() => undefined)
  return next
}

/** A promise that rejects after a time, unless it is cancelled. */
function rejectAfter(ms: number): { readonly promise: Promise<never>; readonly cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  const timer = setTimeout(() => reject(new DatabaseAway(`No read of the log within ${ms} ms.`)), ms)
  return { promise, cancel: () => clearTimeout(timer) }
}

/** The open topics of a request, and the head of the log to which they are up to date. */
export interface OpenedTopics {
  readonly head: Head
  readonly topics: readonly Topic[]
  /** The view keys that fail to load or present. */
  readonly failing: readonly string[]
}

function audienceOf(kind: View['audience'], actor: Actor): string {
  if (kind === 'todos') return 'todos'
  const isPerRole = kind === 'rol' || (kind === 'rolOJuez' && actor.role !== 'juez')
  return isPerRole ? actor.role : keyOfActor(actor)
}

/**
 * Runs a task soon after each `wake`, one run at a time. Calls during a run are answered by one more run. `run` resolves with
 * the pause before the next run, in ms; it must not reject.
 */
class Repeater {
  readonly #run: () => Promise<number>
  #isRunning = false
  #again = false
  #stopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(run: () => Promise<number>) {
    this.#run = run
  }

  wake(): void {
    this.#again = true
    if (this.#isRunning || this.#stopped) return
    this.#isRunning = true
    this.#again = false
    void this.#run().then((pause) => {
      if (this.#stopped) return
      if (pause === 0) this.#rested()
      else this.#timer = setTimeout(() => this.#rested(), pause)
    })
  }

  /** No run begins after it. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #rested(): void {
    this.#isRunning = false
    if (this.#again) this.wake()
  }
}

/** The event loop is yielded after so much work on views, in ms. */
const SLICE_MS = 10

/** Runs the read of one view. A failure is returned, not thrown. */
type Isolate = <T>(run: () => Promise<T>) => Promise<Attempt<T>>

type Loaded = ReadonlyMap<string, Present>

/** Thrown when the log ends before the known head, in the same epoch: the database was replaced by an older copy. */
class LogWentBack extends Error {}

interface KnownState {
  readonly head: Head | null
  readonly open: OpenViews
}

/**
 * Reads the changes since the known head, and the content of wanted topics, in one transaction. Each view may fail without
 * the others. The first try uses no savepoints and ends at the first failure, which is rare. The second try sets a savepoint
 * around each view, because PostgreSQL refuses the rest of a transaction after a failed statement. Throws when the database
 * itself fails.
 */
async function readNews(db: Database, known: KnownState, wanted: readonly Asked[]): Promise<News> {
  try {
    return await db.read((tx) => readIn(tx, withoutSavepoint, known, wanted))
  } catch (error) {
    if (!(error instanceof ViewFailed)) throw error
  }
  return db.read((tx) => readIn(tx, (run) => withSavepoint(tx, run), known, wanted))
}

async function readIn(
  tx: Tx,
  isolate: Isolate,
  { head: before, open }: KnownState,
  wanted: readonly Asked[],
): Promise<News> {
  const { head, changes: logged, isDamaged } = await readLog(tx, before?.revision ?? Number.MAX_SAFE_INTEGER)
  const isSameEpoch = before === null || before.epoch === head.epoch
  if (before && isSameEpoch && head.revision < before.revision) throw new LogWentBack()
  const isReplaced = !isSameEpoch || isDamaged
  const isNew = before === null || isReplaced || before.revision < head.revision
  const changes = isReplaced ? [] : logged
  const reader = new Reader(tx, isolate, isReplaced ? null : open)
  const touched = await reader.touched(changes)
  const missing = isReplaced ? wanted : wanted.filter((asked) => !open.topic(asked))
  const answers = [...touched.answers, ...(await reader.answers(missing))]
  return { head, isNew, isReplaced, changes, ...touched, answers }
}

class Reader {
  readonly #tx: Tx
  readonly #isolate: Isolate
  /** Null after a restore or an import in place of everything: no open view is up to date. */
  readonly #open: OpenViews | null
  readonly #slice = new Slice()
  /** Views loaded whole in this read, by view key: several topics may share one. */
  readonly #loaded = new Map<string, Promise<Attempt<Loaded>>>()

  constructor(tx: Tx, isolate: Isolate, open: OpenViews | null) {
    this.#tx = tx
    this.#isolate = isolate
    this.#open = open
  }

  /** The boards and the topics that changes touch. */
  async touched(changes: readonly LoggedChange[]): Promise<Pick<News, 'updates' | 'answers' | 'stayed'>> {
    if (changes.length === 0) return { updates: [], answers: [], stayed: [] }
    return { updates: await this.#updates(changes), ...(await this.#moved(changes)) }
  }

  async #updates(changes: readonly LoggedChange[]): Promise<News['updates']> {
    const updates: News['updates'][number][] = []
    for (const { projection, audiences } of this.#open?.views() ?? []) {
      const touched = touchedBy(changes, projection)
      if (!touched) continue
      const keys = touched.all > 0 ? ALL : [...touched.keys.keys()]
      await this.#slice.rest()
      const loaded = await this.#isolate(() => projection.load(this.#tx, keys))
      for (const { actor, board } of audiences.values())
        updates.push({ board, docs: await docsOf(loaded, keys, { actor, board, slice: this.#slice }), touched })
    }
    return updates
  }

  /** The topics whose board changes, and those that may have changed theirs and changed it back. */
  async #moved(changes: readonly LoggedChange[]): Promise<Pick<News, 'answers' | 'stayed'>> {
    const answers: News['answers'][number][] = []
    const stayed: News['stayed'][number][] = []
    for (const { asked, topic } of this.#open?.topics() ?? []) {
      const revision = changes.findLast((change) => asked.projection.moves(change))?.revision
      if (revision === undefined) continue
      await this.#slice.rest()
      const answer = await this.#answer(asked, topic)
      if (answer) answers.push({ asked, answer })
      else stayed.push({ topic, revision })
    }
    return { answers, stayed }
  }

  async answers(wanted: readonly Asked[]): Promise<News['answers']> {
    const answers: News['answers'][number][] = []
    for (const asked of wanted) {
      const answer = await this.#answer(asked, null)
      if (answer) answers.push({ asked, answer })
    }
    return answers
  }

  /** The board for a topic; null when the topic keeps its board. */
  async #answer({ projection, actor, audience }: Asked, topic: Topic | null): Promise<Attempt<Answer> | null> {
    const { resolve } = projection
    const resolved = resolve ? await this.#isolate(() => resolve(this.#tx, actor)) : { value: projection }
    if ('error' in resolved) return resolved
    const { value: at } = resolved
    if (topic?.board.viewKey === at.viewKey) return null
    if (this.#open?.board(at.viewKey, audience)) return { value: { projection: at, docs: new Map() } }
    const loaded = await this.#load(at)
    const docs = await docsOf(loaded, ALL, { actor, slice: this.#slice })
    return 'error' in docs ? docs : { value: { projection: at, docs: docs.value } }
  }

  #load(projection: OpenProjection): Promise<Attempt<Loaded>> {
    const known = this.#loaded.get(projection.viewKey)
    if (known) return known
    const loading = this.#slice.rest().then(() => this.#isolate(() => projection.load(this.#tx, ALL)))
    this.#loaded.set(projection.viewKey, loading)
    return loading
  }
}

/** The JSON of some parts. `ALL`: every loaded part, and null for every other part of the board. */
async function docsOf(
  loaded: Attempt<Loaded>,
  keys: Keys,
  { actor, board, slice }: { readonly actor: Actor; readonly board?: Board; readonly slice: Slice },
): Promise<Attempt<Docs>> {
  if ('error' in loaded) return loaded
  const { value } = loaded
  const asked = keys === 'all' ? new Set([...(board?.keys() ?? []), ...value.keys()]) : keys
  const docs = new Map<string, string | undefined>()
  try {
    for (const key of asked) {
      docs.set(key, jsonOf(value.get(key)?.(actor)))
      await slice.rest()
    }
    return { value: docs }
  } catch (error) {
    // The caller decides what the failure means.
    return { error }
  }
}

/** Yields the event loop when a synchronous job has taken `SLICE_MS`. */
class Slice {
  #until = performance.now() + SLICE_MS

  async rest(): Promise<void> {
    if (performance.now() < this.#until) return
    await yieldToLoop()
    this.#until = performance.now() + SLICE_MS
  }
}

/** `undefined` stays `undefined`: the part is gone, or this audience may not see it. */
function jsonOf(part: unknown): string | undefined {
  return part === undefined ? undefined : JSON.stringify(part)
}

/** Thrown at the first view that fails in a read without savepoints. */
class ViewFailed extends Error {}

async function withoutSavepoint<T>(run: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await run() }
  } catch (cause) {
    throw new ViewFailed('A view failed to load.', { cause })
  }
}

async function withSavepoint<T>(tx: Tx, run: () => Promise<T>): Promise<Attempt<T>> {
  await sql`savepoint a_view`.execute(tx)
  try {
    const value = await run()
    await sql`release savepoint a_view`.execute(tx)
    return { value }
  } catch (error) {
    // Throws when the connection is lost: that is a failure of the database, not of the view.
    await sql`rollback to savepoint a_view`.execute(tx)
    return { error }
  }
}
