import { type Tx, upsert } from '../db/database.ts'
import type { CompetidoresTable, SubidaParteTable, SubidaTable } from '../db/schema.ts'

/** Tracks of entries that were never measured: they came with an import. */
export async function listUnmeasured(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('competidores')
    .leftJoin('musica', 'musica.path', 'competidores.musicaPath')
    .select('competidores.musicaPath as path')
    .distinct()
    .where('competidores.musicaPath', '<>', '')
    .where('musica.path', 'is', null)
    .execute()
  return rows.flatMap(({ path }) => path || [])
}

/** Saves the length of a track in seconds; null where it cannot be measured. */
export async function saveDuracion(tx: Tx, path: string, duracion: number | null | undefined): Promise<void> {
  if (duracion !== undefined) await upsert(tx, 'musica', ['path'], { path, duracion })
}

type ConMusica = Pick<CompetidoresTable, 'musicaPath'>

/** The measured lengths of the tracks of some entries, in seconds, by path. */
export async function readSegundos(tx: Tx, entries: readonly ConMusica[]): Promise<Map<string, number | null>> {
  const paths = [...new Set(entries.flatMap(({ musicaPath }) => musicaPath || []))]
  if (paths.length === 0) return new Map()
  const rows = await tx.selectFrom('musica').selectAll().where('path', 'in', paths).execute()
  return new Map(rows.map(({ path, duracion }) => [path, duracion]))
}

export async function findSubida(tx: Tx, id: string): Promise<SubidaTable | undefined> {
  return tx.selectFrom('subida').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The state of an upload. Its row stays locked until the end of the transaction. */
export async function lockSubida(tx: Tx, id: string): Promise<SubidaTable['estado'] | undefined> {
  const row = await tx
    .updateTable('subida')
    .set((eb) => ({ bytes: eb.ref('bytes') }))
    .where('id', '=', id)
    .returning('estado')
    .executeTakeFirst()
  return row?.estado
}

/** The pieces of an upload, in order. */
export async function listPartes(tx: Tx, id: string): Promise<SubidaParteTable[]> {
  return tx.selectFrom('subida_parte').selectAll().where('subida', '=', id).orderBy('inicio').execute()
}

export async function insertParte(tx: Tx, parte: SubidaParteTable): Promise<void> {
  await tx.insertInto('subida_parte').values(parte).execute()
}
export async function removeSubidas(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('subida').where('id', 'in', ids).execute()
}
