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
/** Pause before the next read after the database failed. */
const AWAY_MS = 1_000

/** The result of one flush. */
export interface Flush {
  readonly head: Head
  readonly frames: Frames
  readonly changes: readonly LoggedChange[]
  /** Ids of sessions that ended. */
  readonly ended: readonly string[]
  /** Ids of sessions that got a new token: their streams, opened with the old one, must reconnect. */
  readonly renewed: readonly string[]
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
  /** Calls of `wake`, and how many of them the boards have followed. */
  #woken = 0
  #followed = 0
  /** Callers that wait until the boards have followed the calls of `wake` up to a number. */
  #waiting: { readonly woken: number; readonly go: () => void }[] = []
  #timer: NodeJS.Timeout | null = null
  #busy = false
  #again = false
  #isAway = false
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
    if (commit) this.#own.set(commit.revision, commit)
    this.#woken += 1
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
   * The topics of some view keys for one actor, all at one revision; opens those that are not open. View keys that fail to
   * load are returned in `failing`. Throws `view.unknown`, or the refusal of the role. Every change that was acknowledged
   * before the call is in them: results that were hidden leave the server no more. Returns no promise when all topics are open
   * and current, because a whole audience may ask at the same moment.
   */
  topics(viewKeys: readonly string[], actor: Actor): Ready | Promise<Ready> {
    if (viewKeys.length === 0 || viewKeys.length > MOST_VIEWS) throw new Problem('view.unknown')
    const wanted = viewKeys.map((viewKey) => this.#find(viewKey, actor))
    const ready = (): Ready | Promise<Ready> => this.#ready(wanted) ?? this.#queue.run(() => this.#openAll(wanted))
    return this.#isBehind ? this.#caughtUp().then(ready) : ready()
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
    this.#follow(this.#woken)
  }

  /** Whether a commit waits for the next flush. While the database is away, the boards are the best that there is. */
  get #isBehind(): boolean {
    return this.#followed < this.#woken && !this.#isAway && !this.#stopped
  }

  /** Resolves when the boards have followed every commit before the call, or the database is away. */
  #caughtUp(): Promise<void> {
    return new Promise((go) => this.#waiting.push({ woken: this.#woken, go }))
  }

  #follow(woken: number): void {
    this.#followed = Math.max(this.#followed, woken)
    const isDone = (one: { readonly woken: number }): boolean => one.woken <= this.#followed
    for (const { go } of this.#waiting.filter(isDone)) go()
    this.#waiting = this.#waiting.filter((one) => !isDone(one))
  }

  #rested(): void {
    this.#timer = null
    this.#busy = false
    if (this.#again) this.wake()
  }

  /** The pause before the next read, in ms: none after a read without changes, so that the next change does not wait. */
  #recovered(hadNews: boolean): number {
    this.#isAway = false
    return hadNews ? FLUSH_MS : 0
  }

  /** The boards keep their revision, and the hub retries. Reports only the first failure in a row. */
  #failed(error: unknown): number {
    if (!this.#isAway && !this.#stopped) this.#options.failed(error)
    this.#isAway = true
    this.#again = true
    for (const { go } of this.#waiting.splice(0)) go()
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

  #ready(wanted: readonly Asked[]): Ready | null {
    const isKnown = wanted.every((asked) => this.#open.topic(asked) ?? this.#failing.has(asked))
    return this.#head && isKnown ? this.#answer(this.#head, wanted) : null
  }

  #answer(head: Head, wanted: readonly Asked[]): Ready {
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

  async #openAll(wanted: readonly Asked[]): Promise<Ready> {
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
    const woken = this.#woken
    const known = { head: this.#head, own: this.#ownNews(), open: this.#open }
    const news = await readNews(this.#options.db, known, wanted)
    const frames = this.#open.apply(news, this.#failing)
    const { head, changes, isNew, isReplaced } = news
    if (isNew) this.#head = head
    this.#follow(woken)
    if (!isNew) return false
    for (const [at, { epoch }] of this.#own) if (at <= head.revision || epoch !== head.epoch) this.#own.delete(at)
    const flush = {
      head,
      frames,
      changes,
      ended: changes.flatMap((change) => sesionesIn(change, 'sesiones')),
      renewed: changes.flatMap((change) => sesionesIn(change, 'renovadas')),
      replaced: isReplaced,
    }
    for (const listener of this.#listeners) await listener(flush)
    // A sign-in takes a revision without a change: the next change must not wait for it.
    return changes.length > 0 || isReplaced
  }
}

interface Ready {
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

function sesionesIn({ kind, after }: LoggedChange, field: 'sesiones' | 'renovadas'): string[] {
  if (kind !== 'sesion' || typeof after !== 'object' || after === null) return []
  const ids: unknown = Reflect.get(after, field)
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
