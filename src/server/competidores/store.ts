import type { Dia } from '#domain/dia.ts'
import { statement } from '../db/database.ts'

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

/**
 * The entries of a day, each with the profile of the user who owns it, null fields without one, and its state when it is
 * withdrawn.
 */
export const listByDia = statement((tx, { dia }: { dia: Dia }) =>
  tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .leftJoin('users as u', 'u.uid', 'e.usuarioId')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .selectAll('e')
    .select(['u.nombre as usuarioNombre', 'u.apellido as usuarioApellido', 'u.email as usuarioEmail'])
    .select('r.estado as retiro')
    .where('c.dia', '=', dia),
)

export type EntryOfDia = Awaited<ReturnType<typeof listByDia>>[number]
