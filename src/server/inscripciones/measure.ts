import { buffer } from 'node:stream/consumers'
import { MUSICA_MAX_BYTES } from '#contract/inscripciones.ts'
import { VISITANTE } from '#domain/role.ts'
import { listUnmeasured, saveDuracion } from '../competidores/store.ts'
import { find as findCategoria } from '../categorias/store.ts'
import type { Deps } from '../deps.ts'
import { readMp3 } from '../files/mp3.ts'
import { FilesAway } from '../files/store.ts'
import { listPendientes } from '../interchange/store.ts'
import { transact } from '../work.ts'

const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 24 * 60 * 60_000

/** A track that is absent or cannot be read, and when it is asked for again. */
interface Postponed {
  readonly pauseMs: number
  readonly until: number
}

/**
 * Measures tracks that came without a length: those of an import. A file that is no mp3 is not tried again. A file that is
 * absent or cannot be read does not stop the others: it is asked for again after a minute, then after pauses that double up to
 * a day. Throws `FilesAway` when the store as a whole does not answer.
 */
export function measurer(): (deps: Deps) => Promise<void> {
  const postponed = new Map<string, Postponed>()
  return async (deps) => {
    // Under a name that an import brings may still stand the file of before.
    if ((await deps.db.read(listPendientes)).length > 0) return
    const unknown = Map.groupBy(await deps.db.read(listUnmeasured), ({ path }) => path)
    for (const path of postponed.keys()) if (!unknown.has(path)) postponed.delete(path)
    for (const [path, entries] of unknown) {
      const before = postponed.get(path)
      if (before && deps.now().getTime() < before.until) continue
      const duracion = await measureOr(deps, path)
      if (duracion !== undefined) {
        await keep(deps, { path, duracion, categorias: entries.map(({ categoriaId }) => categoriaId) })
        continue
      }
      const pauseMs = Math.min((before?.pauseMs ?? FIRST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS)
      postponed.set(path, { pauseMs, until: deps.now().getTime() + pauseMs })
    }
  }
}

interface Measured {
  readonly path: string
  readonly duracion: number | null
  readonly categorias: readonly string[]
}

async function keep(deps: Deps, { path, duracion, categorias }: Measured): Promise<void> {
  await transact(deps, { actor: VISITANTE }, async (work) => {
    await saveDuracion(work.tx, path, duracion)
    for (const categoriaId of categorias) {
      const dia = (await findCategoria(work.tx, categoriaId))?.dia ?? null
      work.changed({ kind: 'competidor', dia, categoriaId, after: { musicaPath: path, duracion } })
    }
  })
}

/** `undefined` too when this file alone cannot be read: it is logged. */
async function measureOr(deps: Deps, path: string): Promise<number | null | undefined> {
  try {
    return await measure(deps, path)
  } catch (error) {
    // A store that answers nothing at all ends the round; the next one tries again.
    if (error instanceof FilesAway) await deps.files.ping()
    deps.log.warn({ err: error, path }, 'a track could not be measured')
    return undefined
  }
}

/** Seconds of a track; `null` of what is none, or heavier than a track may be, and `undefined` of what is not there yet. */
async function measure({ files }: Deps, path: string): Promise<number | null | undefined> {
  // An import takes files of any size: one that nobody could upload is not read into memory.
  if (((await files.size(path)) ?? 0) > MUSICA_MAX_BYTES) return null
  const stream = await files.get(path)
  if (!stream) return undefined
  const track = readMp3(await buffer(stream))
  return track.fault === null ? Math.round(track.segundos) : null
}
