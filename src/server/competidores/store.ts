import { DIAS, type Dia } from '#domain/dia.ts'
import type { Ordered, Placed } from '#domain/orden.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable, UsersTable } from '../db/schema.ts'
import type { EntradaDeCategoria } from '../horario/categorias.ts'

/** The values of an entry that nothing gives when it is made. */
export const SIN_VALORES = { clave: null, nota: null, usuarioId: null, musicaPath: null, numero: null } as const

export async function listByCategoria(tx: Tx, categoriaId: string): Promise<CompetidoresTable[]> {
  return tx.selectFrom('competidores').selectAll().where('categoriaId', '=', categoriaId).execute()
}

/** Saves the entries of a list whose order changed. */
export async function saveOrdenes(tx: Tx, changed: readonly Placed<Ordered>[]): Promise<void> {
  for (const { id, orden } of changed) {
    await tx.updateTable('competidores').set({ orden }).where('id', '=', id).execute()
  }
}

export interface EntryOfDia extends EntradaDeCategoria {
  readonly usuarioNombre: UsersTable['nombre'] | null
  readonly usuarioApellido: UsersTable['apellido'] | null
  readonly usuarioEmail: UsersTable['email'] | null
}

/**
 * The entries of a day, ordered by the day of their entry and by name. Each has the profile of the user who owns it, null fields
 * without one, and its state when it is withdrawn.
 */
export async function listByDia(tx: Tx, dia: Dia): Promise<EntryOfDia[]> {
  return tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .leftJoin('users as u', 'u.uid', 'e.usuarioId')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .leftJoin('musica as m', 'm.path', 'e.musicaPath')
    .selectAll('e')
    .select(['u.nombre as usuarioNombre', 'u.apellido as usuarioApellido', 'u.email as usuarioEmail'])
    .select(['r.estado as retiro', 'm.duracion'])
    .where('c.dia', '=', dia)
    .orderBy('e.fechaInscripcion')
    .orderBy('e.nombre')
    .orderBy('e.id')
    .execute()
}

export async function readDiasConCompetidores(tx: Tx): Promise<Dia[]> {
  const rows = await tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .select('c.dia')
    .distinct()
    .execute()
  return DIAS.filter((dia) => rows.some((row) => row.dia === dia))
}
