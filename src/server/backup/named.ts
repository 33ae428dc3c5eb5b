import type { Tx } from '../db/database.ts'
import { listReadySubidas } from '../musica/store.ts'
import { stagedPath } from '../musica/subidas.ts'
import { CARRUSEL } from '../interchange/source.ts'
import { listPendientes, readNamedFiles } from '../interchange/store.ts'
import { readGaleria } from '../portada/store.ts'

/** What the rows of one moment say of the stored files. */
export interface Named {
  readonly paths: ReadonlySet<string>
  /** Batches of an import whose rows are in and whose files may still wait aside. */
  readonly lotes: readonly string[]
}

export async function readNamed(tx: Tx): Promise<Named> {
  const carrusel = (await readGaleria(tx)).map(({ id }) => `${CARRUSEL}/${id}`)
  const subidas = (await listReadySubidas(tx)).map(({ id }) => stagedPath(id))
  return {
    paths: new Set([...(await readNamedFiles(tx)), ...carrusel, ...subidas]),
    lotes: await listPendientes(tx),
  }
}
