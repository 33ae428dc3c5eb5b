import { MOST_VIEWS } from '#contract/live.ts'
import type { View } from '#contract/view.ts'
import { Problem } from '#domain/problem.ts'
import { keyOfActor, requireRole, type Actor } from '#domain/actor.ts'
import type { Commit, Head, LoggedChange } from '../db/change-log.ts'
import type { Database } from '../db/database.ts'
import { Queue } from '../queue.ts'
import type { Topic } from './board.ts'
import { Failing } from './failing.ts'
import { readNews, type Logged } from './news.ts'
import { MOST_BOARDS, OpenViews, type Asked, type Frames, type ParsedKey } from './open-views.ts'
import type { Projection } from './project.ts'

/** Least time between two flushes. The first change is flushed at once; changes within this time are flushed together. */
const FLUSH_MS = 100
/** Pause before the next read after the database failed twice. */
const AWAY_MS = 1_000
/** The longest that a request waits for a flush. */
const LONGEST_WAIT_MS = 1_000

/** The result of one flush. */
export interface Flush {
  readonly head: Head
  readonly frames: Frames
  readonly changes: readonly LoggedChange[]
  /** Another epoch: all data was replaced, so streams must start again. */
  readonly replaced: boolean
}

/** A request that waits until the boards have a revision. */
interface Waiting {
  readonly revision: number
  readonly go: () => void
}

export interface HubOptions {
  readonly db: Database
  readonly projections: readonly Projection[]
  /** Called when the database cannot be read; the hub retries. */
  readonly failed: (error: unknown) => void
  /** Called when one view cannot be loaded or presented; the others go on. */
  readonly viewFailed: (error: unknown, viewName: string) => void
  readonly mostBoards?: number | undefined
}

/**
 * Keeps the open views as JSON, updates them from `change_log`, and passes what changed to its listeners. The cost of a
 * change depends on the parts that it touches and the views that are open, not on the size of the event.
 *
 * @example
 * const { head, topics, failing } = await hub.topics(['horario', 'portada'], actor)
 * hub.onFlush((flush) => streams.flush(flush))
 * hub.wake(commit) // after a commit
 */
export class Hub {
  readonly #options: HubOptions
  readonly #open: OpenViews
  readonly #failing: Failing
  readonly #queue = new Queue()
  readonly #listeners = new Set<(flush: Flush) => Promise<void>>()
  /** The commits of this process after `#head`, by revision. */
  readonly #own = new Map<number, Commit>()
  #head: Head | null = null
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | null = null
  #busy = false
  #again = false
  /** Reads that failed in a row. */
  #failures = 0
  #isAway = false
  /** A flush takes too long: requests are answered from the boards as they are. */
  #isSlow = false
  #stopped = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#open = new OpenViews(options.mostBoards ?? MOST_BOARDS)
    this.#failing = new Failing(options.viewFailed)
  }

  /** Adds a listener of flushes. The next flush waits until the listener has finished. */
  onFlush(listener: (flush: Flush) => Promise<void>): void {
    this.#listeners.add(listener)
  }

  /** Brings the open views up to date soon. Takes the commit when this process made it; null when another one may have. */
  wake(commit: Commit | null = null): void {
    if (commit) {
      if (commit.epoch !== this.#head?.epoch || commit.revision > this.#head.revision)
        this.#own.set(commit.revision, commit)
      this.#back()
    }
    if (this.#busy) {
      this.#again = true
      return
    }
    this.#busy = true
    this.#again = false
    void this.#queue
      .run(() => this.#sync([]))
      .then(
        (hadNews) => this.#recovered(hadNews),
        (error: unknown) => this.#failed(error),
      )
      .then((rest) => {
        if (this.#stopped) return
        if (rest === 0) this.#rested()
        else this.#timer = setTimeout(() => this.#rested(), rest)
      })
  }

  /** Resolves when the listeners have received everything committed before the call. */
  async settled(): Promise<void> {
    await this.#queue.run(() => this.#sync([]))
  }

  /**
   * The topics of some view keys for one actor, all at one revision. Opens the topics that are not open. View keys that fail
   * to load are returned in `failing`. Throws `view.unknown`, or the refusal of the role. The topics contain every change
   * that this process acknowledged before the call, unless the database does not answer: the server does not send results
   * after they were hidden. Returns no promise when all topics are open and current, because a whole audience may ask at the
   * same moment.
   */
  topics(viewKeys: readonly string[], actor: Actor): OpenedTopics | Promise<OpenedTopics> {
    if (viewKeys.length === 0 || viewKeys.length > MOST_VIEWS) throw new Problem('view.unknown')
    const wanted = viewKeys.map((viewKey) => this.#find(viewKey, actor))
    const ready = (): OpenedTopics | Promise<OpenedTopics> =>
      this.#ready(wanted) ?? this.#queue.run(() => this.#openAll(wanted))
    return this.#isBehind ? this.#caughtUp().then(ready) : ready()
  }

  /**
   * Resolves when the boards have a revision, or after a second. For the client of another instance that has already read this
   * revision.
   */
  async reached(revision: number): Promise<void> {
    if (this.#head && this.#head.revision >= revision) return
    this.wake()
    await this.#wait(revision)
  }

  /** The revision of the open boards, the same object until they change; null while a change waits for them. */
  get head(): Head | null {
    return this.#isBehind ? null : this.#head
  }

  /** Number of open boards. */
  get size(): number {
    return this.#open.size
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#listeners.clear()
    this.#busy = true
    this.#stopped = true
    this.#letGo()
  }

  /** Whether a commit of this process waits for the next flush. */
  get #isBehind(): boolean {
    return this.#own.size > 0 && !this.#isAway && !this.#isSlow && !this.#stopped
  }

  /** Resolves when the boards have every commit of this process so far, or the database does not answer. */
  async #caughtUp(): Promise<void> {
    if (await this.#wait(Math.max(...this.#own.keys()))) return
    this.#isSlow = true
    this.#letGo()
  }

  /** Resolves with true when `#letGo` is called for the revision, and with false after a second. */
  #wait(revision: number): Promise<boolean> {
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== one)
        resolve(false)
      }, LONGEST_WAIT_MS)
      const go = (): void => {
        clearTimeout(limit)
        resolve(true)
      }
      const one = { revision, go }
      this.#waiting.push(one)
    })
  }

  /** Lets the requests go on that wait for a revision, or for one before it. */
  #letGo(revision = Infinity): void {
    const waiting = this.#waiting
    this.#waiting = waiting.filter((one) => one.revision > revision)
    for (const one of waiting) if (one.revision <= revision) one.go()
  }

  /** A commit proves that the database answers again: the next read does not wait. */
  #back(): void {
    if (!this.#isAway) return
    this.#isAway = false
    if (!this.#timer) return
    clearTimeout(this.#timer)
    this.#rested()
  }

  #rested(): void {
    this.#timer = null
    this.#busy = false
    if (this.#again) this.wake()
  }

  /** The pause before the next read, in ms: none after a read without changes, so that the next change does not wait. */
  #recovered(hadNews: boolean): number {
    this.#isAway = false
    this.#isSlow = false
    this.#failures = 0
    return hadNews ? FLUSH_MS : 0
  }

  /** The boards keep their revision, and the hub retries: at once after the first failure in a row, which alone is reported. */
  #failed(error: unknown): number {
    if (this.#failures === 0 && !this.#stopped) this.#options.failed(error)
    this.#failures += 1
    this.#again = true
    if (this.#failures === 1) return 0
    this.#isAway = true
    this.#letGo()
    return AWAY_MS
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

  /** The commits of this process that follow the head without a gap, as one; null when there are none. */
  #ownNews(): Logged | null {
    if (!this.#head) return null
    const { epoch } = this.#head
    let { revision } = this.#head
    const changes: LoggedChange[] = []
    for (;;) {
      const next = this.#own.get(revision + 1)
      if (next?.epoch !== epoch) break
      revision += 1
      for (const change of next.changes) changes.push({ ...change, revision })
    }
    return revision === this.#head.revision ? null : { head: { epoch, revision }, changes }
  }

  /**
   * In one read transaction, brings every open board to the newest revision and opens the wanted topics. Then calls the
   * listeners. Returns false when the log had no change.
   */
  async #sync(wanted: readonly Asked[]): Promise<boolean> {
    this.#open.closeUnused()
    const known = { head: this.#head, own: this.#ownNews(), open: this.#open }
    const news = await readNews(this.#options.db, known, wanted)
    const frames = this.#open.apply(news, this.#failing)
    const { head, changes, isNew, isReplaced } = news
    if (isNew) this.#head = head
    for (const [at, { epoch }] of this.#own) if (at <= head.revision || epoch !== head.epoch) this.#own.delete(at)
    this.#letGo(isReplaced ? Infinity : head.revision)
    if (!isNew) return false
    for (const listener of this.#listeners) await listener({ head, frames, changes, replaced: isReplaced })
    // A sign-in takes a revision without a change: the next change must not wait for it.
    return changes.length > 0 || isReplaced
  }
}

/** The open topics of a request, and the head of the log to which they are up to date. */
interface OpenedTopics {
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
