import { setTimeout as pause } from 'node:timers/promises'
import { MOST_VIEWS } from '#contract/live.ts'
import type { View } from '#contract/view.ts'
import { Problem } from '#domain/problem.ts'
import { keyOfActor, requireRole, type Actor } from '#domain/actor.ts'
import { renewEpoch, type Head } from '../db/change-log.ts'
import { DatabaseAway, type Database } from '../db/database.ts'
import { Queue } from '../queue.ts'
import { LogWentBack, readNews, type News } from './news.ts'
import { OpenViews, type Asked, type Board, type Frames } from './open-views.ts'
import type { Projection } from './project.ts'

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
export interface Flush extends Pick<News, 'head' | 'changes' | 'isReplaced'> {
  readonly frames: Frames
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
 * const { boards, failing } = await hub.open(['horario', 'portada'], actor)
 * hub.onFlush((flush) => streams.flush(flush))
 * hub.wake({ isCommit: true }) // after a commit
 */
export class Hub {
  readonly #options: HubOptions
  readonly #open: OpenViews
  readonly #queue = new Queue()
  readonly #listeners = new Set<(flush: Flush) => Promise<void>>()
  /** Resolved by a wake; the next read begins then. */
  #woken = Promise.withResolvers<void>()
  #isStopped = false
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
    this.#open = new OpenViews(options.viewFailed, options.mostBoards)
    this.#freshMs = options.freshMs ?? FRESH_MS
    this.#timers = [
      setInterval(() => this.#woken.resolve(), READ_MS).unref(),
      setInterval(() => (this.#head && !this.isFresh ? options.stale() : undefined), 1_000).unref(),
    ]
    void this.#readWhenWoken()
  }

  /** Adds a listener of flushes. The next flush waits until the listener has finished. */
  onFlush(listener: (flush: Flush) => Promise<void>): void {
    this.#listeners.add(listener)
  }

  /** Brings the open views up to date soon. After a commit, requests wait for it. */
  wake({ isCommit }: { readonly isCommit: boolean }): void {
    if (isCommit) this.#committedAt = performance.now()
    this.#woken.resolve()
  }

  /** Resolves when the listeners have received everything committed before the call. */
  async settled(): Promise<void> {
    await this.#queue.run(() => this.#sync([]))
  }

  /**
   * The boards of some view keys for one actor, all at `head`. Loads those that are not open. Keys that fail to load, and keys
   * that name nothing, are returned in `failing`. Throws `view.unknown` when no key names anything, the refusal of the role, or
   * `DatabaseAway`: the boards contain every change that this process has acknowledged and are at most `FRESH_MS` old, because
   * results that were hidden must not be sent.
   */
  async open(viewKeys: readonly string[], actor: Actor): Promise<Opened> {
    if (viewKeys.length > MOST_VIEWS) throw new Problem('view.unknown')
    const wanted = viewKeys.flatMap((viewKey) => this.#find(viewKey, actor) ?? [])
    if (!this.#isCurrent) await this.#readSince(this.#committedAt)
    if (!this.#isReady(wanted)) await this.#queue.run(() => this.#load(wanted))
    if (!wanted.some((asked) => this.#open.has(asked))) throw new Problem('view.unknown')
    const boards = wanted.flatMap((asked) => this.#open.board(asked) ?? [])
    const opened = new Set(boards.map(({ viewKey }) => viewKey))
    for (const board of boards) board.used = performance.now()
    return { boards, failing: viewKeys.filter((viewKey) => !opened.has(viewKey)) }
  }

  /** The revision of the open boards. */
  get head(): Head {
    if (!this.#head) throw new DatabaseAway('The log was not read yet.')
    return this.#head
  }

  /** Whether the database was read within the last `FRESH_MS`. */
  get isFresh(): boolean {
    return performance.now() - this.#readAt <= this.#freshMs
  }

  /** Number of open boards. */
  get size(): number {
    return this.#open.boards().length
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#listeners.clear()
    this.#isStopped = true
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
        this.#woken.resolve()
        await Promise.race([this.#next.promise, limit.promise])
      }
    } finally {
      limit.cancel()
    }
  }

  /** Reads the log soon after each wake, one read at a time. Wakes during a read are answered by one more. */
  async #readWhenWoken(): Promise<void> {
    for (;;) {
      await this.#woken.promise
      if (this.#isStopped) return
      this.#woken = Promise.withResolvers()
      const ms = await this.#read()
      if (ms > 0) await pause(ms, undefined, { ref: false })
    }
  }

  /** Reads the log once. Returns the pause before the next read, in ms. Does not reject. */
  async #read(): Promise<number> {
    try {
      const hadNews = await this.#queue.run(() => this.#sync([]))
      this.#isFailing = false
      this.#settleNext(({ resolve }) => resolve())
      return hadNews ? FLUSH_MS : 0
    } catch (error) {
      this.#woken.resolve()
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

  /** A key of a view that the actor may open; null for a key that names nothing, for this actor. Throws the refusal of the role. */
  #find(viewKey: string, actor: Actor): Asked | null {
    const [name = '', search = ''] = viewKey.split('?', 2)
    const found = this.#options.projections.find((one) => one.view.name === name)
    const projection = found?.open(Object.fromEntries(new URLSearchParams(search)))
    // Only the canonical key is accepted: each other spelling would open a board of its own.
    if (!found || projection?.viewKey !== viewKey) return null
    const { view } = found
    requireRole(actor, view.roles)
    return projection.isFor(actor)
      ? { viewKey, view, projection, actor, audience: audienceOf(view.audience, actor) }
      : null
  }

  #isReady(wanted: readonly Asked[]): boolean {
    return this.#head !== null && wanted.every((asked) => this.#open.has(asked))
  }

  async #load(wanted: readonly Asked[]): Promise<void> {
    // An earlier request may have loaded them meanwhile.
    if (this.#isReady(wanted)) return
    if (!this.#open.makeRoom(wanted)) throw new Problem('server.busy')
    await this.#sync(wanted.filter((asked) => !this.#open.has(asked)))
  }

  /**
   * In one read transaction, brings every open board to the newest revision and opens the wanted ones. Then calls the
   * listeners. Returns false when the log had no change.
   */
  async #sync(wanted: readonly Asked[]): Promise<boolean> {
    this.#open.closeUnused()
    const began = performance.now()
    const news = await this.#news(wanted)
    const { head, changes, isNew, isReplaced } = news
    const frames = this.#open.apply({ ...news, revision: head.revision })
    if (isNew) this.#head = head
    this.#readAt = began
    if (!isNew) return false
    for (const listener of this.#listeners) await listener({ head, frames, changes, isReplaced })
    // A sign-in takes a revision without a change: the next change must not wait for it.
    return changes.length > 0 || isReplaced
  }

  async #news(wanted: readonly Asked[]): Promise<News> {
    const { db } = this.#options
    const before = this.#head
    const read = () => db.read((tx) => readNews(tx, { before, open: this.#open }, wanted))
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof LogWentBack) || !before) throw error
    }
    await db.write((tx) => renewEpoch(tx, before))
    return read()
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

/** The boards of a request. */
export interface Opened {
  readonly boards: readonly Board[]
  /** The view keys without a board. */
  readonly failing: readonly string[]
}

function audienceOf(kind: View['audience'], actor: Actor): string {
  if (kind === 'todos') return 'todos'
  const isPerRole = kind === 'rol' || (kind === 'rolOJuez' && actor.role !== 'juez')
  return isPerRole ? actor.role : keyOfActor(actor)
}
