import { sql, type Selectable } from 'kysely'
import type { Control } from '#contract/horario.ts'
import { diaActivo, mapInterruptores, type AjustesGuardados } from '#domain/ajustes.ts'
import { tipoTitle, TIPOS_CRITERIOS } from '#domain/criterios.ts'
import type { Dia } from '#domain/dia.ts'
import { REGLAS_DEFAULT, type Reglas } from '#domain/inscripcion.ts'
import { SIN_TURNO, type Movimiento, type PausaEnCurso, type Pulsacion, type Turno } from '#domain/turno.ts'
import { type Tx, upsert } from '../db/database.ts'
import type {
  AdminMinutoAMinutoTable,
  CategoriasTable,
  CompetidoresTable,
  LlamadaTable,
  TurnoColumns,
  Schema,
} from '../db/schema.ts'

const toBoolean = (value: number | null | undefined): boolean | null =>
  value === null || value === undefined ? null : value === 1

export async function readAjustes(tx: Tx): Promise<AjustesGuardados> {
  const [row = {}]: readonly Partial<AdminMinutoAMinutoTable>[] = await tx
    .selectFrom('adminMinutoAMinuto')
    .selectAll()
    .execute()
  return {
    dia: row.dia ?? null,
    hora: row.hora ?? null,
    activarReloj: toBoolean(row.activarReloj),
    minutosPorCompetidor: row.minutosPorCompetidor ?? null,
    ...mapInterruptores((campo) => toBoolean(row[campo])),
  }
}

/** Saves some of the settings and leaves the others as they are. */
export async function saveAjustes(tx: Tx, ajustes: Partial<AjustesGuardados>): Promise<void> {
  const values = Object.entries(ajustes).map(([name, valor]): [string, string | number | null] => {
    return [name, typeof valor === 'boolean' ? Number(valor) : valor]
  })
  await upsert(tx, 'adminMinutoAMinuto', ['id'], { id: 1, ...Object.fromEntries(values) })
}

/** The rules of the organiser for entries. */
export async function readReglas(tx: Tx): Promise<Reglas> {
  const row = await tx.selectFrom('inscripciones').select(['desde', 'hasta', 'maximo']).executeTakeFirst()
  return row ?? REGLAS_DEFAULT
}

export async function saveReglas(tx: Tx, reglas: Reglas): Promise<void> {
  await upsert(tx, 'inscripciones', ['id'], { id: 1, ...reglas })
}

function turnoFrom({ selectedRow, competidorId, desde, pausa, ...row }: TurnoColumns): Turno {
  const { regresoRow, regresoId, regresoPausa: pausaId } = row
  return {
    selectedRow,
    competidorId,
    ...(regresoRow !== null && {
      regreso: { selectedRow: regresoRow, competidorId: regresoId, ...(pausaId !== null && { pausaId }) },
    }),
    ...(desde !== null && { desde }),
    // Written by `columnsOf`.
    ...(pausa !== null && { pausa: JSON.parse(pausa) as PausaEnCurso }),
  }
}

export function columnsOf({ selectedRow, competidorId, regreso, desde, pausa }: Turno): TurnoColumns {
  return {
    selectedRow,
    competidorId,
    regresoRow: regreso?.selectedRow ?? null,
    regresoId: regreso?.competidorId ?? null,
    regresoPausa: regreso?.pausaId ?? null,
    desde: desde ?? null,
    pausa: pausa ? JSON.stringify(pausa) : null,
  }
}

export async function readTurno(tx: Tx, dia: Dia): Promise<Turno> {
  const row = await tx.selectFrom('turno').selectAll().where('dia', '=', dia).executeTakeFirst()
  return row ? turnoFrom(row) : SIN_TURNO
}

/** The active day and its turn. */
export interface CurrentTurno extends Movimiento {
  /** The last press that moved the turn. */
  readonly ultima: Pulsacion | null
}

/** The saved day, beside the turn of a day; a turn of nulls when no day has one. */
type CurrentRow = { readonly activo: Dia | null } & (Selectable<Schema['turno']> | { readonly dia: null })

/** The active day and its turn, in one statement. */
export async function readCurrent(tx: Tx): Promise<CurrentTurno> {
  // The saved day beside the turn of each day: at most one row per day.
  const { rows } = await sql<CurrentRow>`
    select a."dia" as "activo", t.*
    from "revision" left join "adminMinutoAMinuto" as a on true left join "turno" as t on true`.execute(tx)
  const dia = diaActivo({ dia: rows[0]?.activo ?? null })
  const row = rows.find((one) => one.dia === dia)
  if (!row || row.dia === null) return { dia, turno: SIN_TURNO, ultima: null }
  const { sesion, pulsado } = row
  const ultima = sesion === null || pulsado === null ? null : { sesion, at: pulsado }
  return { dia, turno: turnoFrom(row), ultima }
}

/** Saves a turn and the press that moved it. A turn that follows its list keeps the last press. */
export async function saveTurno(tx: Tx, dia: Dia, turno: Turno, press?: Pulsacion): Promise<void> {
  const pulsado = press && { sesion: press.sesion, pulsado: press.at }
  await upsert(tx, 'turno', ['dia'], { dia, ...columnsOf(turno), ...pulsado })
}

/** Saves in the shared record the names of the entry that competes and its category; null for both when none does. */
export async function refreshCompartido(tx: Tx, { competidorId, pausa }: Turno): Promise<void> {
  const entry = tx.selectFrom('competidores as e').where('e.id', '=', pausa ? null : competidorId)
  const categoria = entry.innerJoin('categorias as c', 'c.id', 'e.categoriaId')
  const nombres = { nCategoria: categoria.select('c.nombre'), nCompetidor: entry.select('e.nombre') }
  await upsert(tx, 'compartido', ['id'], { id: 1, ...nombres })
}

/** Records in a command that an entry has the turn, or, with `espera`, that it waits for the turn again. */
export async function putLlamada(tx: Tx, row: LlamadaTable): Promise<void> {
  await upsert(tx, 'llamada', ['competidorId', 'revision'], row)
}

/**
 * Deletes the record that absent entries without marks had the turn: the desk lists them under `Sin turno` when they are
 * restored.
 */
export async function forgetAusentes(tx: Tx): Promise<void> {
  const ausentes = tx.selectFrom('retiro').select('competidorId').where('estado', '=', 'no_se_presento')
  await tx
    .deleteFrom('llamada')
    .where('competidorId', 'in', ausentes)
    .where('competidorId', 'not in', tx.selectFrom('calificaciones').select('competidorId'))
    .where('competidorId', 'not in', tx.selectFrom('repeticion').select('competidorId').where('deshecha', '=', 0))
    .execute()
}

/** Deletes the record that an entry had the turn: it changed its day. */
export async function forgetLlamadas(tx: Tx, competidorId: string): Promise<void> {
  await tx.deleteFrom('llamada').where('competidorId', '=', competidorId).execute()
}

type Lugar = Pick<CompetidoresTable, 'orden' | 'categoriaId'> & Pick<CategoriasTable, 'dia'>

/** Where an entry stands; undefined when it was deleted. */
export async function findLugar(tx: Tx, id: string): Promise<Lugar | undefined> {
  return tx
    .selectFrom('competidores as e')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .select(['e.orden', 'e.categoriaId', 'c.dia'])
    .where('e.id', '=', id)
    .executeTakeFirst()
}

/** Saves the day and the turn before a move, under the revision of the move. */
export async function pushMovimiento(tx: Tx, revision: number, { dia, turno, repetido }: Movimiento): Promise<void> {
  const row = { revision, dia, ...columnsOf(turno), repetido: repetido ?? null }
  await tx.insertInto('movimiento').values(row).execute()
}

/**
 * The moves of a day that lead to an entry that left the day, to the entry `traslada` or past the end of the list, and those
 * that have a return point.
 */
export async function listLostMovimientos(
  tx: Tx,
  dia: Dia,
  traslada: string | undefined,
): Promise<(Movimiento & { revision: number })[]> {
  const rows = await tx
    .selectFrom('movimiento as m')
    .leftJoin('competidores as e', 'e.id', 'm.competidorId')
    .leftJoin('categorias as c', 'c.id', 'e.categoriaId')
    .selectAll('m')
    .where('m.dia', '=', dia)
    .where('m.selectedRow', '>', 0)
    .where((eb) =>
      eb.or([
        eb('c.dia', 'is', null),
        eb('c.dia', '<>', dia),
        eb('m.regresoRow', 'is not', null),
        eb('m.competidorId', '=', traslada ?? null),
      ]),
    )
    .execute()
  return rows.map(({ revision, ...row }) => ({ revision, dia, turno: turnoFrom(row) }))
}

export async function findLastMovimiento(tx: Tx): Promise<(Movimiento & { revision: number }) | undefined> {
  const row = await tx.selectFrom('movimiento').selectAll().orderBy('revision', 'desc').limit(1).executeTakeFirst()
  if (!row) return undefined
  const { revision, dia, repetido } = row
  return { revision, dia, turno: turnoFrom(row), ...(repetido !== null && { repetido }) }
}

/** The revision of the last move, which an undo takes back; null without one. */
export async function readUltimo(tx: Tx): Promise<number | null> {
  return (await findLastMovimiento(tx))?.revision ?? null
}

export type Competencia = Pick<Control, 'rubricas' | 'rubricaSel'>

/** The saved rubrics; empty when no rubrics are saved. */
export async function readCompetenciaGuardada(tx: Tx): Promise<Competencia> {
  const row = await tx.selectFrom('adminCompetencia').selectAll().executeTakeFirst()
  const saved: unknown = row ? JSON.parse(row.rubricas) : []
  return { rubricas: Array.isArray(saved) ? saved.map(String) : [], rubricaSel: row?.rubricaSel ?? null }
}

/** The rubrics to choose from: the saved ones, or the criteria types when none is saved. */
export async function readCompetencia(tx: Tx): Promise<Competencia> {
  const saved = await readCompetenciaGuardada(tx)
  return saved.rubricas.length > 0 ? saved : { ...saved, rubricas: TIPOS_CRITERIOS.map(tipoTitle) }
}
