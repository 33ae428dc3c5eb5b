import type { AjustesGuardados } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import { SIN_TURNO, type Movimiento, type Turno } from '#domain/turno.ts'
import type { Tx } from '../db/database.ts'
import type { AdminMinutoAMinutoTable } from '../db/schema.ts'

const flag = (value: number | null | undefined): boolean | null =>
  value === null || value === undefined ? null : value === 1

export async function readAjustes(tx: Tx): Promise<AjustesGuardados> {
  const row = await tx.selectFrom('adminMinutoAMinuto').selectAll().executeTakeFirst()
  return {
    dia: row?.dia ?? null,
    hora: row?.hora ?? null,
    activarReloj: flag(row?.activarReloj),
    minutosPorCompetidor: row?.minutosPorCompetidor ?? null,
    mostrarCalificaciones: flag(row?.mostrarCalificaciones),
    mostrarJueves: flag(row?.mostrarJueves),
    mostrarViernes: flag(row?.mostrarViernes),
    mostrarSabado: flag(row?.mostrarSabado),
  }
}

/** Saves some of the settings and leaves the others as they are. */
export async function saveAjustes(tx: Tx, ajustes: Partial<AjustesGuardados>): Promise<void> {
  const row = Object.fromEntries(
    Object.entries(ajustes).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  ) as Partial<AdminMinutoAMinutoTable>
  await tx
    .insertInto('adminMinutoAMinuto')
    .values({ ...row, id: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** The zone saved with the event's texts, if one was. */
export async function readZona(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('evento').select('textos').executeTakeFirst()
  const textos: unknown = row ? JSON.parse(row.textos) : null
  return typeof textos === 'object' && textos !== null && 'zonaHoraria' in textos ? String(textos.zonaHoraria) : null
}

export async function readTurno(tx: Tx, dia: Dia): Promise<Turno> {
  const row = await tx
    .selectFrom('turno')
    .select(['selectedRow', 'competidorId'])
    .where('dia', '=', dia)
    .executeTakeFirst()
  return row ?? SIN_TURNO
}

export async function saveTurno(tx: Tx, dia: Dia, turno: Turno): Promise<void> {
  await tx
    .insertInto('turno')
    .values({ dia, ...turno })
    .onConflict((conflict) => conflict.column('dia').doUpdateSet(turno))
    .execute()
}

/** Ids of the entries that turns of a day count: those with an order, of categories with a name, as the schedule lists them. */
export async function listIds(tx: Tx, dia: Dia): Promise<string[]> {
  const rows = await tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .select('e.id')
    .where('c.dia', '=', dia)
    .where('c.nombre', '<>', '')
    .where('e.orden', 'is not', null)
    .orderBy((eb) => eb.fn.coalesce('c.orden', eb.val(2_000_000_000)))
    .orderBy('c.id')
    .orderBy('e.orden')
    .orderBy('e.id')
    .execute()
  return rows.map((row) => row.id)
}

export async function findNombres(
  tx: Tx,
  competidorId: string,
): Promise<{ nCategoria: string | null; nCompetidor: string | null }> {
  const row = await tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .select(['c.nombre as nCategoria', 'e.nombre as nCompetidor'])
    .where('e.id', '=', competidorId)
    .executeTakeFirst()
  return row ?? { nCategoria: null, nCompetidor: null }
}

/** The record that other programs of the venue read: who is on now. */
export async function saveCompartido(
  tx: Tx,
  nombres: { readonly nCategoria: string | null; readonly nCompetidor: string | null },
): Promise<void> {
  await tx
    .insertInto('compartido')
    .values({ id: 1, ...nombres })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(nombres))
    .execute()
}

/** Remembers where day and turn stood before a move, under the revision of the move. */
export async function pushMovimiento(tx: Tx, revision: number, before: Movimiento): Promise<void> {
  await tx
    .insertInto('movimiento')
    .values({ revision, dia: before.dia, ...before.turno })
    .execute()
}

export async function lastMovimiento(tx: Tx): Promise<(Movimiento & { revision: number }) | null> {
  const row = await tx.selectFrom('movimiento').selectAll().orderBy('revision', 'desc').limit(1).executeTakeFirst()
  return row
    ? { revision: row.revision, dia: row.dia, turno: { selectedRow: row.selectedRow, competidorId: row.competidorId } }
    : null
}

export async function dropMovimiento(tx: Tx, revision: number): Promise<void> {
  await tx.deleteFrom('movimiento').where('revision', '=', revision).execute()
}

export interface Competencia {
  readonly rubricas: readonly string[]
  readonly rubricaSel: string | null
}

export async function readCompetencia(tx: Tx): Promise<Competencia> {
  const row = await tx.selectFrom('adminCompetencia').selectAll().executeTakeFirst()
  const rubricas: unknown = row ? JSON.parse(row.rubricas) : []
  return { rubricas: Array.isArray(rubricas) ? rubricas.map(String) : [], rubricaSel: row?.rubricaSel ?? null }
}

export async function saveRubrica(tx: Tx, rubricaSel: string): Promise<void> {
  await tx.updateTable('adminCompetencia').set({ rubricaSel }).execute()
}
