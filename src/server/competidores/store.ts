import type { Dia } from '#domain/dia.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import { type Tx, statement } from '../db/database.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'

/** An entry with the profile of the user who owns it, null fields without one, and its state when it is withdrawn. */
export interface EntryOfDia extends CompetidoresTable {
  readonly usuarioNombre: string | null
  readonly usuarioApellido: string | null
  readonly usuarioEmail: string | null
  readonly retiro: EstadoRetiro | null
}

/** The entry with the day of its category, which may have none. */
export const find = statement((tx, { id }: { id: string }) =>
  tx
    .selectFrom('competidores as e')
    .leftJoin('categorias as c', 'c.id', 'e.categoriaId')
    .selectAll('e')
    .select('c.dia')
    .where('e.id', '=', id),
)

export const listByCategoria = statement((tx, { categoriaId }: { categoriaId: string }) =>
  tx.selectFrom('competidores').selectAll().where('categoriaId', '=', categoriaId),
)

export const saveOrden = statement((tx, { id, orden }: { id: string; orden: number }) =>
  tx.updateTable('competidores').set({ orden }).where('id', '=', id),
)

export async function insert(tx: Tx, competidor: CompetidoresTable): Promise<void> {
  await tx.insertInto('competidores').values(competidor).execute()
}

export async function update(tx: Tx, id: string, values: Partial<CompetidoresTable>): Promise<void> {
  await tx.updateTable('competidores').set(values).where('id', '=', id).execute()
}

/** The entries of a day, each with the profile of its owner. */
export async function listByDia(tx: Tx, dia: Dia): Promise<EntryOfDia[]> {
  return tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .leftJoin('users as u', 'u.uid', 'e.usuarioId')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .selectAll('e')
    .select(['u.nombre as usuarioNombre', 'u.apellido as usuarioApellido', 'u.email as usuarioEmail'])
    .select('r.estado as retiro')
    .where('c.dia', '=', dia)
    .execute()
}

export async function listCategorias(tx: Tx, dia: Dia): Promise<CategoriasTable[]> {
  return tx.selectFrom('categorias').selectAll().where('dia', '=', dia).execute()
}

/** Deletes an entry with its marks. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('competidores').where('id', '=', id).execute()
}
