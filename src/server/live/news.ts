import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import { readHead, readLog, type Head, type LoggedChange } from '../db/change-log.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Board, Docs, Topic } from './board.ts'
import type { Asked, OpenViews } from './open-views.ts'
import { ALL, NONE, unionKeys, type Keys, type OpenProjection, type Present } from './project.ts'

/** Topics resolved per slice; the event loop is yielded between slices. */
const SLICE = 512

/** The value of a step, or its error, so that the other steps go on. */
export type Attempt<T> = { readonly value: T } | { readonly error: unknown }

/** Runs the read of one view. A failure is returned, not thrown. */
type Isolate = <T>(run: () => Promise<T>) => Promise<Attempt<T>>

type Loaded = ReadonlyMap<string, Present>

/** The result of one read of the log: all that a flush sends, already serialized. Applying it cannot fail. */
export interface News {
  readonly head: Head
  /** Whether the log has a new revision. */
  readonly isNew: boolean
  /** Whether all data was replaced (another epoch): every open board is out of date. */
  readonly isReplaced: boolean
  readonly changes: readonly LoggedChange[]
  /**
   * Open boards that the changes touch, with the new content of the touched parts. `skipped`: the parts that several revisions
   * touch. This instance did not see the content in between; another one may have sent it.
   */
  readonly updates: readonly { readonly board: Board; readonly docs: Attempt<Docs>; readonly skipped: Keys }[]
  /** Topics that keep their board although several revisions may have given them another one in between. */
  readonly returned: readonly Topic[]
  /** The board of each topic to open, and of each topic whose board changes. */
  readonly answers: readonly { readonly asked: Asked; readonly answer: Attempt<Answer> }[]
}

interface Answer {
  readonly projection: OpenProjection
  /** The content of a board that is not open yet; empty for an open one. */
  readonly docs: Docs
}

/** The head of the log, and the changes that led to it from the known head. */
export interface Logged {
  readonly head: Head
  readonly changes: readonly LoggedChange[]
}

interface KnownState {
  readonly head: Head | null
  /**
   * The commits of this process after the known head; null: the log has to be read. Other processes may have committed later
   * ones.
   */
  readonly own: Logged | null
  readonly open: OpenViews
}

/**
 * Reads the changes since the known head, and the content of wanted topics, in one transaction. Each view may fail without
 * the others. The first try uses no savepoints and ends at the first failure, which is rare. The second try sets a savepoint
 * around each view, because PostgreSQL refuses the rest of a transaction after a failed statement. Throws when the database
 * itself fails.
 */
export async function readNews(db: Database, known: KnownState, wanted: readonly Asked[]): Promise<News> {
  try {
    return await db.read((tx) => readIn(tx, withoutSavepoint, known, wanted))
  } catch (error) {
    if (!(error instanceof ViewFailed)) throw error
  }
  return db.read((tx) => readIn(tx, (run) => withSavepoint(tx, run), { ...known, own: null }, wanted))
}

async function readIn(
  tx: Tx,
  isolate: Isolate,
  { head: before, own, open }: KnownState,
  wanted: readonly Asked[],
): Promise<News> {
  const missing = wanted.filter((asked) => !open.topic(asked))
  if (own) {
    const reader = new Reader(tx, isolate, open)
    // Sent together: PostgreSQL answers both at once.
    const [head, touched] = await Promise.all([readHead(tx), reader.touched(own.changes)])
    if (head.epoch === own.head.epoch && head.revision === own.head.revision) {
      const answers = [...touched.answers, ...(await reader.answers(missing))]
      return { ...own, ...touched, answers, isNew: true, isReplaced: false }
    }
    // Another process has committed too: the log has its changes.
  }
  const { head, changes: logged } = await readLog(tx, before?.revision ?? Number.MAX_SAFE_INTEGER)
  const isReplaced = before !== null && before.epoch !== head.epoch
  const isNew = before === null || isReplaced || before.revision < head.revision
  const changes = isReplaced ? [] : logged
  const reader = new Reader(tx, isolate, isReplaced ? null : open)
  const touched = await reader.touched(changes)
  const answers = [...touched.answers, ...(await reader.answers(isReplaced ? wanted : missing))]
  return { head, isNew, isReplaced, changes, ...touched, answers }
}

class Reader {
  readonly #tx: Tx
  readonly #isolate: Isolate
  /** Null after a restore or an import in place of everything: no open view is up to date. */
  readonly #open: OpenViews | null
  /** Views loaded whole in this read, by view key: several topics may share one. */
  readonly #loaded = new Map<string, Promise<Attempt<Loaded>>>()

  constructor(tx: Tx, isolate: Isolate, open: OpenViews | null) {
    this.#tx = tx
    this.#isolate = isolate
    this.#open = open
  }

  /** The boards and the topics that changes touch. */
  async touched(changes: readonly LoggedChange[]): Promise<Pick<News, 'updates' | 'answers' | 'returned'>> {
    if (changes.length === 0) return { updates: [], answers: [], returned: [] }
    const byRevision = [...Map.groupBy(changes, ({ revision }) => revision).values()]
    return { updates: await this.#updates(byRevision), ...(await this.#moved(byRevision)) }
  }

  async #updates(byRevision: readonly Changes[]): Promise<News['updates']> {
    const updates: News['updates'][number][] = []
    for (const { projection, audiences } of this.#open?.views() ?? []) {
      const touched = byRevision.map((changes) => touchedBy(changes, projection))
      const keys = touched.reduce<Keys>((so, more) => unionKeys(so, more), NONE)
      if (keys.length === 0) continue
      const loaded = await this.#isolate(() => projection.load(this.#tx, keys))
      const skipped = commonKeys(touched)
      for (const { actor, board } of audiences.values()) {
        updates.push({ board, docs: docsOf(loaded, keys, actor, board), skipped })
      }
    }
    return updates
  }

  /** The topics whose board changes, or changed and changed back. */
  async #moved(byRevision: readonly Changes[]): Promise<Pick<News, 'answers' | 'returned'>> {
    const answers: News['answers'][number][] = []
    const returned: Topic[] = []
    let looked = 0
    for (const { asked, topic } of this.#open?.topics() ?? []) {
      const moves = byRevision.filter((changes) => changes.some((change) => asked.projection.moves(change)))
      if (moves.length === 0) continue
      looked += 1
      if (looked % SLICE === 0) await yieldToLoop()
      const answer = await this.#answer(asked, topic)
      if (answer) answers.push({ asked, answer })
      else if (moves.length > 1) returned.push(topic)
    }
    return { answers, returned }
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
    const docs = docsOf(loaded, ALL, actor)
    return 'error' in docs ? docs : { value: { projection: at, docs: docs.value } }
  }

  #load(projection: OpenProjection): Promise<Attempt<Loaded>> {
    const known = this.#loaded.get(projection.viewKey)
    if (known) return known
    const loading = this.#isolate(() => projection.load(this.#tx, ALL))
    this.#loaded.set(projection.viewKey, loading)
    return loading
  }
}

/** The changes of one revision. */
type Changes = readonly LoggedChange[]

function touchedBy(changes: Changes, projection: OpenProjection): Keys {
  return changes.reduce<Keys>((so, change) => unionKeys(so, projection.touched(change)), NONE)
}

/** The keys that are in more than one of the sets; `ALL` when one of several sets is `ALL`. */
function commonKeys(sets: readonly Keys[]): Keys {
  const some = sets.filter((keys) => keys.length > 0)
  if (some.length < 2) return NONE
  if (some.includes(ALL)) return ALL
  const keys = some.flat()
  return keys.filter((key, index) => keys.indexOf(key) < index)
}

/** The JSON of some parts. `ALL`: every loaded part, and null for every other part of the board. */
function docsOf(loaded: Attempt<Loaded>, keys: Keys, actor: Actor, board?: Board): Attempt<Docs> {
  if ('error' in loaded) return loaded
  const { value } = loaded
  const asked = keys === 'all' ? [...(board?.keys() ?? []), ...value.keys()] : keys
  return attempt(() => new Map(asked.map((key) => [key, jsonOf(value.get(key)?.(actor))])))
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

function attempt<T>(run: () => T): Attempt<T> {
  try {
    return { value: run() }
  } catch (error) {
    // The caller decides what the failure means.
    return { error }
  }
}
