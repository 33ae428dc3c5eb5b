import type { Actor } from '#domain/actor.ts'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { type Head, type LoggedChange, readHead, readLog } from '../db/change-log.ts'
import type { Tx } from '../db/database.ts'
import type { Asked, Attempt, Board, Contents, Docs, OpenViews } from './open-views.ts'
import { ALL, touchedBy, type Keys, type Loaded } from './project.ts'

/** The event loop is yielded after so much work on views, in ms. */
const SLICE_MS = 10

/** The result of one read of the log: all that a flush sends. Applying it cannot fail. */
export interface News extends Omit<Contents, 'revision'> {
  readonly head: Head
  /** Whether the log has a new revision. */
  readonly isNew: boolean
  readonly changes: readonly LoggedChange[]
}

/** Thrown when the log ends before the known head, in the same epoch: the database was replaced by an older copy. */
export class LogWentBack extends Error {}

/**
 * Reads the changes since the known head, and the content of the boards that they touch and of the wanted ones. A view that
 * fails to load or to present fails alone. Throws when the database fails.
 */
export async function readNews(
  tx: Tx,
  { before, open }: { readonly before: Head | null; readonly open: OpenViews },
  wanted: readonly Asked[],
): Promise<News> {
  const log = await readChanges(tx, before)
  const { changes, isReplaced } = log
  const slice = new Slice()
  const updates = changes.length > 0 ? await readUpdates(tx, slice, { changes, open }) : []
  const missing = isReplaced ? wanted : wanted.filter((asked) => !open.board(asked))
  const opened = await readMissing(tx, slice, missing)
  // After a failed statement PostgreSQL refuses the rest of the transaction: then the database failed, not a view.
  if ([...updates, ...opened].some(({ docs }) => 'error' in docs)) await readHead(tx)
  return { ...log, updates, opened }
}

async function readChanges(
  tx: Tx,
  before: Head | null,
): Promise<Pick<News, 'head' | 'isNew' | 'isReplaced' | 'changes'>> {
  if (!before) return { head: await readHead(tx), isNew: true, isReplaced: false, changes: [] }
  const { head, changes, isDamaged } = await readLog(tx, before.revision)
  const isSameEpoch = before.epoch === head.epoch
  if (isSameEpoch && head.revision < before.revision) throw new LogWentBack()
  if (!isSameEpoch || isDamaged) return { head, isNew: true, isReplaced: true, changes: [] }
  return { head, isNew: before.revision < head.revision, isReplaced: false, changes }
}

async function readUpdates(
  tx: Tx,
  slice: Slice,
  { changes, open }: { readonly changes: readonly LoggedChange[]; readonly open: OpenViews },
): Promise<News['updates']> {
  const updates: News['updates'][number][] = []
  for (const boards of Map.groupBy(open.all(), ({ asked }) => asked.viewKey).values()) {
    const [first] = boards
    const touched = first && touchedBy(changes, first.asked.projection)
    if (!touched) continue
    const keys = touched.all > 0 ? ALL : [...touched.keys.keys()]
    await slice.rest()
    const loaded = await attempt(() => first.asked.projection.load(tx, keys))
    for (const { asked, board } of boards) {
      const docs =
        'error' in loaded
          ? loaded
          : await attempt(() =>
              docsOf(loaded.value, { actor: asked.actor, keys: keysOf(keys, board, loaded.value), slice }),
            )
      updates.push({ asked, board, docs, touched })
    }
  }
  return updates
}

async function readMissing(tx: Tx, slice: Slice, missing: readonly Asked[]): Promise<News['opened']> {
  const opened: News['opened'][number][] = []
  for (const asked of missing) {
    await slice.rest()
    const docs = await attempt(async () => {
      const loaded = await asked.projection.load(tx, ALL)
      return loaded && docsOf(loaded, { actor: asked.actor, keys: loaded.keys(), slice })
    })
    opened.push({ asked, docs })
  }
  return opened
}

/** With `ALL`: every loaded part, and every other part of the board, which is gone. */
function keysOf(keys: Keys, board: Board, loaded: Loaded): Iterable<string> {
  return keys === 'all' ? new Set([...board.keys(), ...(loaded?.keys() ?? [])]) : keys
}

/** The JSON of some parts for one audience. */
async function docsOf(
  loaded: Loaded,
  { actor, keys, slice }: { readonly actor: Actor; readonly keys: Iterable<string>; readonly slice: Slice },
): Promise<Docs> {
  const docs = new Map<string, string | undefined>()
  for (const key of keys) {
    const part = loaded?.get(key)?.(actor)
    // Undefined: the part is gone, or this audience may not see it.
    docs.set(key, part === undefined ? undefined : JSON.stringify(part))
    await slice.rest()
  }
  return docs
}

async function attempt<T>(run: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await run() }
  } catch (error) {
    // The boards of the view report it.
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
