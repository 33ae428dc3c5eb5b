import { buffer } from 'node:stream/consumers'
import { MUSICA_MAX_BYTES } from '#contract/inscripciones.ts'
import { VISITANTE } from '#domain/role.ts'
import { listUnmeasured, saveDuracion } from '../competidores/store.ts'
import { find as findCategoria } from '../categorias/store.ts'
import type { Deps } from '../deps.ts'
import { readMp3 } from '../files/mp3.ts'
import { listPendientes } from '../interchange/store.ts'
import { transact } from '../work.ts'

/**
 * Measures tracks that came without a length: those of an import. What is no mp3 is not tried again; what is not there yet
 * (an import names its files before they are in place) is.
 */
export async function measureMusica(deps: Deps): Promise<void> {
  // Under a name that an import brings may still stand the file of before.
  if ((await deps.db.read(listPendientes)).length > 0) return
  const unknown = Map.groupBy(await deps.db.read(listUnmeasured), ({ path }) => path)
  for (const [path, entries] of unknown) {
    const duracion = await measure(deps, path)
    if (duracion === undefined) continue
    await transact(deps, { actor: VISITANTE }, async (work) => {
      await saveDuracion(work.tx, path, duracion)
      for (const { categoriaId } of entries) {
        const dia = (await findCategoria(work.tx, categoriaId))?.dia ?? null
        work.changed({ kind: 'competidor', dia, categoriaId, after: { musicaPath: path, duracion } })
      }
    })
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
