import type { Dia } from '#domain/dia.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable, SubidaParteTable, SubidaTable } from '../db/schema.ts'

/** The owner and the track of an entry. */
export async function findTrack(
  tx: Tx,
  competidorId: string,
): Promise<Pick<CompetidoresTable, 'usuarioId' | 'musicaPath'> | undefined> {
  return tx
    .selectFrom('competidores')
    .select(['usuarioId', 'musicaPath'])
    .where('id', '=', competidorId)
    .executeTakeFirst()
}

/** The category and day of each entry whose track is the file at `path`. */
export async function listCompetidoresOfTrack(
  tx: Tx,
  path: string,
): Promise<{ categoriaId: string; dia: Dia | null }[]> {
  return tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .select(['c.id as categoriaId', 'c.dia'])
    .where('e.musicaPath', '=', path)
    .execute()
}

/** The paths of the tracks of all entries. */
export async function listTracks(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('competidores').select('musicaPath').where('musicaPath', '<>', '').execute()
  return rows.flatMap(({ musicaPath }) => musicaPath || [])
}

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

/** Whether an import still has to move its files to their names. */
export async function isImportPending(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('archivos_pendientes').select('lote').limit(1).executeTakeFirst()) !== undefined
}

/** Saves the length of a track in seconds; null where it cannot be measured. */
export async function saveDuracion(tx: Tx, path: string, duracion: number | null): Promise<void> {
  await tx
    .insertInto('musica')
    .values({ path, duracion })
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ duracion }))
    .execute()
}

export async function forgetDuracion(tx: Tx, path: string): Promise<void> {
  await tx.deleteFrom('musica').where('path', '=', path).execute()
}

/** The lengths of the tracks of some entries, by path. */
export async function readDuraciones(
  tx: Tx,
  entries: readonly Pick<CompetidoresTable, 'musicaPath'>[],
): Promise<Map<string, number | null>> {
  const paths = [...new Set(entries.flatMap(({ musicaPath }) => musicaPath || []))]
  if (paths.length === 0) return new Map()
  const rows = await tx.selectFrom('musica').selectAll().where('path', 'in', paths).execute()
  return new Map(rows.map(({ path, duracion }) => [path, duracion]))
}

export async function insertSubida(tx: Tx, subida: SubidaTable): Promise<void> {
  await tx.insertInto('subida').values(subida).execute()
}

export async function findSubida(tx: Tx, id: string): Promise<SubidaTable | undefined> {
  return tx.selectFrom('subida').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The uploads of one person, newest first. */
export async function listSubidas(tx: Tx, persona: string): Promise<SubidaTable[]> {
  return tx
    .selectFrom('subida')
    .selectAll()
    .where('persona', '=', persona)
    .orderBy('creada', 'desc')
    .orderBy('id')
    .execute()
}

export async function listSubidaIds(tx: Tx): Promise<ReadonlySet<string>> {
  return new Set((await tx.selectFrom('subida').select('id').execute()).map(({ id }) => id))
}

/** Finished uploads that no entry uses yet. */
export async function listReadySubidas(tx: Tx): Promise<SubidaTable[]> {
  return tx.selectFrom('subida').selectAll().where('estado', '=', 'lista').execute()
}

/** The ids of the uploads to remove: uploads that an entry uses, and uploads begun before `before` (ms since 1970). */
export async function listSubidasToRemove(tx: Tx, before: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('subida')
    .select('id')
    .where((eb) => eb.or([eb('creada', '<', before), eb('estado', '=', 'usada')]))
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks an upload as used by an entry. */
export async function setUsada(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('subida').set({ estado: 'usada' }).where('id', '=', id).execute()
}

/** Marks an upload as finished and forgets its pieces. Returns false when it is not open any more. */
export async function finishSubida(tx: Tx, id: string, duracion: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subida')
    .set({ estado: 'lista', duracion })
    .where('id', '=', id)
    .where('estado', '=', 'subiendo')
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('subida_parte').where('subida', '=', id).execute()
  return numUpdatedRows > 0n
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

export async function removeSubida(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('subida').where('id', '=', id).execute()
}
