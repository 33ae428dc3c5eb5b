import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import { readLog, type Head, type LoggedChange } from '../db/change-log.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Board, Docs, Topic } from './board.ts'
import type { Asked, OpenViews } from './open-views.ts'
import { ALL, touchedBy, type Keys, type OpenProjection, type Present, type Touched } from './project.ts'

/** The event loop is yielded after so much work on views, in ms. */
const SLICE_MS = 10

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
  /** Whether anything may have changed (another epoch, or a damaged row of the log): every open board is out of date. */
  readonly isReplaced: boolean
  readonly changes: readonly LoggedChange[]
  /** Open boards that the changes touch, with the new content of the touched parts. */
  readonly updates: readonly { readonly board: Board; readonly docs: Attempt<Docs>; readonly touched: Touched }[]
  /** Topics whose changes of board are told by the log, but that have the board of before. */
  readonly stayed: readonly { readonly topic: Topic; readonly revision: number }[]
  /** The board of each topic to open, and of each topic whose board changes. */
  readonly answers: readonly { readonly asked: Asked; readonly answer: Attempt<Answer> }[]
}

interface Answer {
  readonly projection: OpenProjection
  /** The content of a board that is not open yet; empty for an open one. */
  readonly docs: Docs
}

/** Thrown when the log ends before the known head, in the same epoch: the database was replaced by an older copy. */
export class LogWentBack extends Error {}

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
export async function readNews(db: Database, known: KnownState, wanted: readonly Asked[]): Promise<News> {
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
