import type { AjustesGuardados } from '#domain/ajustes.ts'
import { tipoTitle, TIPOS_CRITERIOS } from '#domain/criterios.ts'
import type { Dia } from '#domain/dia.ts'
import { REGLAS_DEFAULT, type Reglas } from '#domain/inscripcion.ts'
import { SIN_TURNO, type Movimiento, type Pulsacion, type Turno } from '#domain/turno.ts'
import type { Tx } from '../db/database.ts'
import type { AdminMinutoAMinutoTable, MovimientoTable, TurnoTable } from '../db/schema.ts'
import { statement } from '../db/statement.ts'

const flag = (value: number | null | undefined): boolean | null =>
  value === null || value === undefined ? null : value === 1

const findAjustes = statement((tx) => tx.selectFrom('adminMinutoAMinuto').selectAll())

export async function readAjustes(tx: Tx): Promise<AjustesGuardados> {
  const [row] = await findAjustes(tx, {})
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

/** The rules of the organiser for entries. */
export async function readReglas(tx: Tx): Promise<Reglas> {
  const row = await tx.selectFrom('inscripciones').select(['desde', 'hasta', 'maximo']).executeTakeFirst()
  return row ?? REGLAS_DEFAULT
}

export async function saveReglas(tx: Tx, reglas: Reglas): Promise<void> {
  await tx
    .insertInto('inscripciones')
    .values({ id: 1, ...reglas })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...reglas }))
    .execute()
}

const findTurno = statement((tx, { dia }: { dia: Dia }) => tx.selectFrom('turno').selectAll().where('dia', '=', dia))

export async function readTurno(tx: Tx, dia: Dia): Promise<Turno> {
  return (await readPulsado(tx, dia)).turno
}

/** The turn of a day, and the last press that moved it. */
export async function readPulsado(
  tx: Tx,
  dia: Dia,
): Promise<{ readonly turno: Turno; readonly ultima: Pulsacion | null }> {
  const [row] = await findTurno(tx, { dia })
  if (!row) return { turno: SIN_TURNO, ultima: null }
  const { selectedRow, competidorId, sesion, pulsado } = row
  const ultima = sesion === null || pulsado === null ? null : { sesion, at: pulsado }
  return { turno: { selectedRow, competidorId }, ultima }
}

const putTurno = statement((tx, { dia, selectedRow, competidorId }: Turno & { dia: Dia }) =>
  tx
    .insertInto('turno')
    .values({ dia, selectedRow, competidorId, sesion: null, pulsado: null })
    .onConflict((conflict) => conflict.column('dia').doUpdateSet({ selectedRow, competidorId })),
)

/** Saves a turn that follows its list; keeps the last press. */
export async function saveTurno(tx: Tx, dia: Dia, turno: Turno): Promise<void> {
  await putTurno(tx, { dia, ...turno })
}

const putPulsado = statement((tx, { dia, selectedRow, competidorId, sesion, pulsado }: TurnoTable) =>
  tx
    .insertInto('turno')
    .values({ dia, selectedRow, competidorId, sesion, pulsado })
    .onConflict((conflict) => conflict.column('dia').doUpdateSet({ selectedRow, competidorId, sesion, pulsado })),
)

/** Saves a turn and the press that moved it. */
export async function savePulsado(tx: Tx, dia: Dia, turno: Turno, { sesion, at }: Pulsacion): Promise<void> {
  await putPulsado(tx, { dia, ...turno, sesion, pulsado: at })
}

interface Nombres {
  readonly nCategoria: string | null
  readonly nCompetidor: string | null
}

const selectNombres = statement((tx, { competidorId }: { competidorId: string }) =>
  tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .select(['c.nombre as nCategoria', 'e.nombre as nCompetidor'])
    .where('e.id', '=', competidorId),
)

export async function findNombres(tx: Tx, competidorId: string): Promise<Nombres> {
  const [row] = await selectNombres(tx, { competidorId })
  return row ?? { nCategoria: null, nCompetidor: null }
}

const putCompartido = statement((tx, { nCategoria, nCompetidor }: Nombres) =>
  tx
    .insertInto('compartido')
    .values({ id: 1, nCategoria, nCompetidor })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ nCategoria, nCompetidor })),
)

/** Saves the names that other programs of the venue read. */
export async function saveCompartido(tx: Tx, { nCategoria, nCompetidor }: Nombres): Promise<void> {
  await putCompartido(tx, { nCategoria, nCompetidor })
}

const insertMovimiento = statement((tx, { revision, dia, selectedRow, competidorId }: MovimientoTable) =>
  tx.insertInto('movimiento').values({ revision, dia, selectedRow, competidorId }),
)

/** Saves the day and the turn before a move, under the revision of the move. */
export async function pushMovimiento(tx: Tx, revision: number, before: Movimiento): Promise<void> {
  await insertMovimiento(tx, { revision, dia: before.dia, ...before.turno })
}

/** The moves of a day that lead to a deleted entry or past the end of the list. */
export async function lostMovimientos(tx: Tx, dia: Dia): Promise<(Movimiento & { revision: number })[]> {
  const rows = await tx
    .selectFrom('movimiento as m')
    .leftJoin('competidores as e', 'e.id', 'm.competidorId')
    .select(['m.revision', 'm.selectedRow', 'm.competidorId'])
    .where('m.dia', '=', dia)
    .where('m.selectedRow', '>', 0)
    .where('e.id', 'is', null)
    .execute()
  return rows.map(({ revision, ...turno }) => ({ revision, dia, turno }))
}

export async function saveMovimiento(tx: Tx, revision: number, turno: Turno): Promise<void> {
  await tx.updateTable('movimiento').set(turno).where('revision', '=', revision).execute()
}

const selectMovimiento = statement((tx) => tx.selectFrom('movimiento').selectAll().orderBy('revision', 'desc').limit(1))

export async function lastMovimiento(tx: Tx): Promise<(Movimiento & { revision: number }) | null> {
  const [row] = await selectMovimiento(tx, {})
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

/** The saved rubrics; empty when none are saved. */
export async function readCompetenciaGuardada(tx: Tx): Promise<Competencia> {
  const row = await tx.selectFrom('adminCompetencia').selectAll().executeTakeFirst()
  const saved: unknown = row ? JSON.parse(row.rubricas) : []
  return { rubricas: Array.isArray(saved) ? saved.map(String) : [], rubricaSel: row?.rubricaSel ?? null }
}

/** The rubrics to choose from: the saved ones, or those of the criteria. */
export async function readCompetencia(tx: Tx): Promise<Competencia> {
  const saved = await readCompetenciaGuardada(tx)
  return saved.rubricas.length > 0 ? saved : { ...saved, rubricas: TIPOS_CRITERIOS.map(tipoTitle) }
}

export async function saveRubrica(tx: Tx, rubricaSel: string | null): Promise<void> {
  await tx
    .insertInto('adminCompetencia')
    .values({ id: 1, rubricas: '[]', rubricaSel })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ rubricaSel }))
    .execute()
}
