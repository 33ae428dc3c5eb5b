import { buffer } from 'node:stream/consumers'
import { MUSICA_MAX_BYTES } from '#contract/inscripciones.ts'
import { VISITANTE } from '#domain/actor.ts'
import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import { readMp3 } from '../files/mp3.ts'
import { FilesAway } from '../files/store.ts'
import { transact } from '../work.ts'
import * as store from './store.ts'

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 24 * 60 * 60_000

/** The backoff of a track that is absent or cannot be read. */
interface Backoff {
  readonly pauseMs: number
  readonly until: number
}

/**
 * Measures tracks that came with an import, which has no lengths. A file that is no mp3 is not retried. A file that is absent
 * or cannot be read does not stop the others: it is retried after a minute, then after pauses that double up to a day. Throws
 * `FilesAway` when the file store does not answer.
 */
export function measurer(): (deps: Deps) => Promise<void> {
  const backoffs = new Map<string, Backoff>()
  return async (deps) => {
    const paths = await deps.db.read(store.listUnmeasured)
    for (const path of backoffs.keys()) if (!paths.includes(path)) backoffs.delete(path)
    for (const path of paths) {
      const backoff = backoffs.get(path)
      if (backoff && deps.now() < backoff.until) continue
      const duracion = await measureOrLog(deps, path)
      if (duracion !== undefined) {
        await save(deps, path, duracion)
        continue
      }
      const pauseMs = Math.min((backoff?.pauseMs ?? FIRST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS)
      backoffs.set(path, { pauseMs, until: deps.now() + pauseMs })
    }
  }
}

async function save(deps: Deps, path: string, duracion: number | null): Promise<void> {
  await transact(deps, { actor: VISITANTE }, async (work) => {
    await store.saveDuracion(work.tx, path, duracion)
    const entries = await work.tx
      .selectFrom('competidores as e')
      .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
      .select(['c.id as categoriaId', 'c.dia'])
      .where('e.musicaPath', '=', path)
      .execute()
    for (const ids of entries) work.changed({ kind: 'competidor', ...ids, after: { musicaPath: path, duracion } })
  })
}

/** Returns undefined, and logs the error, when this file alone cannot be read. */
async function measureOrLog(deps: Deps, path: string): Promise<number | null | undefined> {
  try {
    return await measure(deps, path)
  } catch (error) {
    // A file store that does not answer ends the round: `ping` throws.
    if (error instanceof FilesAway) await deps.files.ping()
    deps.log.warn({ err: error, path }, 'a track could not be measured')
    return undefined
  }
}

/** Returns seconds; null when the file is no complete mp3 or larger than an upload may be; undefined when it is absent. */
async function measure({ files }: Deps, path: string): Promise<number | null | undefined> {
  // An import accepts files of any size: one above the limit is not read into memory.
  if (((await files.look(path))?.size ?? 0) > MUSICA_MAX_BYTES) return null
  const stream = await files.get(path)
  if (!stream) return undefined
  const track = readMp3(await buffer(stream))
  return track instanceof Problem ? null : track.segundos
}
