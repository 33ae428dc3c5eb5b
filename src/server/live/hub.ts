import { MOST_VIEWS } from '#contract/live.ts'
import { requireRole } from '#domain/permiso.ts'
import { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/role.ts'
import { readChanges, readHead, type Head, type LoggedChange } from '../db/change-log.ts'
import type { Database, Tx } from '../db/database.ts'
import { oneAtATime } from '../db/one-at-a-time.ts'
import { Board, frameOf } from './board.ts'
import { OpenViews, type Found, type Open } from './open-views.ts'
import { ALL, NONE, union, type Keys, type Present, type Projection } from './project.ts'

/** Changes that come close together are flushed together: the first at once, then at most this often. */
const FLUSH_MS = 100
/** After a flush that failed: the database is away and says when it is back. */
const RETRY_MS = 1_000

/** What a flush says: for the boards that changed, the JSON of their `ViewFrame`. */
export interface Flush {
  readonly head: Head
  readonly frames: ReadonlyMap<Board, string>
  /** Ids of sessions that ended. */
  readonly ended: readonly string[]
  /** Another epoch: what streams were sent so far is of other data. */
  readonly replaced: boolean
}

export interface HubOptions {
  readonly db: Database
  readonly projections: readonly Projection[]
  readonly failed: (error: unknown) => void
}

/**
 * The live core: keeps the views that are open as bytes, brings them up to date from the log, and hands out what changed.
 * Cost follows what changed and who watches, never the size of the event.
 */
export class Hub {
  readonly #options: HubOptions
  readonly #open = new OpenViews()
  readonly #alone = oneAtATime()
  readonly #listeners = new Set<(flush: Flush) => Promise<void>>()
  #head: Head | null = null
  #timer: NodeJS.Timeout | null = null
  #busy = false
  #again = false
  #failing = false
  #stopped = false

  constructor(options: HubOptions) {
    this.#options = options
  }

  /** Tells every flush; the next one waits until this is done. */
  onFlush(listener: (flush: Flush) => Promise<void>): void {
    this.#listeners.add(listener)
  }

  /** Somebody committed, here or elsewhere. */
  wake(): void {
    if (this.#busy) {
      this.#again = true
      return
    }
    this.#busy = true
    this.#again = false
    void this.#alone(() => this.#sync([]))
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

  /** Resolves when everything committed before the call has been handed out. */
  async settled(): Promise<void> {
    await this.#alone(() => this.#sync([]))
  }

  /**
   * The boards of some views for who asks, opened when nobody had them open, all at one moment. Throws `Problem` for a
   * view that is not there or not for them. No promise when all are open: a whole audience asks at the same moment.
   */
  boards(viewKeys: readonly string[], actor: Actor): Ready | Promise<Ready> {
    if (viewKeys.length === 0 || viewKeys.length > MOST_VIEWS) throw new Problem('view.unknown')
    const wanted = viewKeys.map((viewKey) => this.#find(viewKey, actor))
    return (
      this.#ready(wanted) ??
      this.#alone(async () => {
        if (!this.#ready(wanted)) {
          if (this.#open.isFull) throw new Problem('server.busy')
          await this.#sync(wanted)
        }
        const ready = this.#ready(wanted)
        if (!ready) throw new Error('A view was closed while it was being opened.')
        return ready
      })
    )
  }

  /** How many boards are open. */
  get size(): number {
    return this.#open.size
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#listeners.clear()
    this.#busy = true
    this.#stopped = true
  }

  #rested(): void {
    this.#timer = null
    this.#busy = false
    if (this.#again) this.wake()
  }

  /** How long to rest: not at all after a look that found nothing, or the next change would wait for no reason. */
  #recovered(hadNews: boolean): number {
    this.#failing = false
    return hadNews ? FLUSH_MS : 0
  }

  /** The boards stay where they were and are tried again soon; said once, not at every try. */
  #failed(error: unknown): number {
    if (!this.#failing && !this.#stopped) this.#options.failed(error)
    this.#failing = true
    this.#again = true
    return RETRY_MS
  }

  #find(viewKey: string, actor: Actor): Wanted {
    const { view, projection } = this.#open.get(viewKey) ?? this.#read(viewKey)
    requireRole(actor, view.roles)
    return { viewKey, view, projection, actor, audience: audienceOf(view.audience, actor) }
  }

  #read(viewKey: string): Found {
    const [name = '', search = ''] = viewKey.split('?', 2)
    const found = this.#options.projections.find((one) => one.view.name === name)
    const projection = found?.open(Object.fromEntries(new URLSearchParams(search)))
    // Under one name alone: each spelling would be a board more, made again and again.
    if (projection?.viewKey !== viewKey || !found) throw new Problem('view.unknown')
    return { view: found.view, projection }
  }

  #ready(wanted: readonly Wanted[]): Ready | null {
    const boards = wanted.flatMap(({ viewKey, audience }) => this.#open.board(viewKey, audience) ?? [])
    const now = performance.now()
    // Before the others are opened, too: those that are wanted must not make room for them.
    for (const board of boards) board.used = now
    if (!this.#head || boards.length < wanted.length) return null
    return { head: this.#head, boards }
  }

  /**
   * In one read: brings every open board to the newest revision and opens those that are wanted. Then tells what changed.
   * False when the log had no change.
   */
  async #sync(wanted: readonly Wanted[]): Promise<boolean> {
    const { head, news, opened } = await this.#options.db.read(async (tx) => {
      const head = await readHead(tx)
      const news = this.#isCurrent(head) ? null : await this.#loadNews(tx, head)
      const missing = wanted.filter((one) => !this.#open.board(one.viewKey, one.audience))
      const opened = await inTurn(missing, async (one) => ({ one, loaded: await one.projection.load(tx, ALL) }))
      return { head, news, opened }
    })
    // The read is over and held. From here on nothing waits and nothing fails: either all boards move, or none.
    const replaced = this.#head !== null && this.#head.epoch !== head.epoch
    const frames = this.#apply(head, news)
    for (const { one, loaded } of opened) this.#add(one, head, loaded)
    if (opened.length > 0) this.#open.makeRoom()
    if (!news) return false
    const flush = { head, frames, ended: news.changes.flatMap(endedBy), replaced }
    for (const listener of this.#listeners) await listener(flush)
    // Who signs in takes a revision and changes nothing: a change right after is not kept waiting for it.
    return news.changes.length > 0 || replaced
  }

  #isCurrent(head: Head): boolean {
    return this.#head?.epoch === head.epoch && this.#head.revision >= head.revision
  }

  async #loadNews(tx: Tx, head: Head): Promise<News> {
    this.#open.closeUnused()
    // Another epoch is other data: nothing that is open holds any more.
    if (this.#head && this.#head.epoch !== head.epoch) this.#open.clear()
    const changes = this.#head?.epoch === head.epoch ? await readChanges(tx, this.#head.revision) : []
    const loads = await inTurn(this.#open.all(), async (open) => {
      const keys = changes.reduce<Keys>((so, change) => union(so, open.projection.touched(change)), NONE)
      return { open, keys, loaded: keys.length > 0 ? await open.projection.load(tx, keys) : null }
    })
    return { changes, loads }
  }

  #apply(head: Head, news: News | null): Map<Board, string> {
    const frames = new Map<Board, string>()
    for (const { open, keys, loaded } of news?.loads ?? []) {
      if (!loaded) continue
      for (const { actor, board } of open.audiences.values()) {
        const asked = keys === 'all' ? [...board.keys(), ...loaded.keys()] : keys
        const delta = board.apply(new Map(asked.map((key) => [key, loaded.get(key)?.(actor)])), head.revision)
        if (delta) frames.set(board, frameOf(delta))
      }
    }
    if (news || !this.#head) this.#head = head
    return frames
  }

  #add(wanted: Wanted, head: Head, loaded: ReadonlyMap<string, Present>): void {
    const docs = new Map([...loaded].map(([key, present]) => [key, present(wanted.actor)]))
    this.#open.add(wanted, wanted.actor, new Board(wanted.viewKey, wanted.audience, head.revision, docs))
  }
}

interface Ready {
  readonly head: Head
  readonly boards: Board[]
}

interface Wanted extends Found {
  readonly viewKey: string
  readonly actor: Actor
  readonly audience: string
}

interface News {
  readonly changes: readonly LoggedChange[]
  readonly loads: readonly {
    readonly open: Open
    readonly keys: Keys
    readonly loaded: ReadonlyMap<string, Present> | null
  }[]
}

function audienceOf(kind: 'todos' | 'rol' | 'persona', actor: Actor): string {
  if (kind === 'todos') return 'todos'
  return kind === 'rol' || actor.role === 'visitante' ? actor.role : `${actor.role}:${actor.id}`
}

/** One after the other: they share a transaction. */
async function inTurn<A, B>(items: readonly A[], run: (item: A) => Promise<B>): Promise<B[]> {
  const results: B[] = []
  for (const item of items) results.push(await run(item))
  return results
}

function endedBy(change: LoggedChange): string[] {
  if (change.kind !== 'sesion' || typeof change.after !== 'object' || change.after === null) return []
  const sesiones = 'sesiones' in change.after ? change.after.sesiones : []
  return Array.isArray(sesiones) ? sesiones.filter((id) => typeof id === 'string') : []
}
