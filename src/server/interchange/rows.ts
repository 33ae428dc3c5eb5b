import { newToken } from '../acceso/sesiones.ts'
import type { AjustesGuardados } from '#domain/ajustes.ts'
import { nfc, sameNombre } from '#domain/categoria.ts'
import type { Evento } from '#domain/evento.ts'
import type { Reglas } from '#domain/inscripcion.ts'
import { listAsignados } from '#domain/jurado.ts'
import { turnoAt } from '#domain/turno.ts'
import { type Tx, insertAll, upsert } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import {
  tablesOf,
  type AdminTable,
  type JuecesTable,
  type PantallaTable,
  type Schema,
  type TableOf,
} from '../db/schema.ts'
import { readLista } from '../horario/turno.ts'
import * as horario from '../horario/store.ts'
import * as evento from '../evento/store.ts'
import { listJueces } from '../jueces/store.ts'
import { listOfIds, marcasOf, reglaOfCierre, type ReglaDeEvento } from '../calificaciones/store.ts'
import { listPantallas } from '../pantallas/store.ts'
import { compareTexts, freeId } from './records.ts'

type TableRows = { readonly [T in TableOf<'evento' | 'ajuste'>]: readonly Schema[T][] }

/** A closing. `panel`: the judges that it was closed with; null for the active ones that are assigned now. */
type CierreImportado = Omit<Schema['cierre'], 'panel' | 'regla'> &
  ReglaDeEvento & { readonly panel: readonly string[] | null }

/** A whole event as the database holds it. A setting is null when it was never saved. */
export interface Rows extends Omit<TableRows, 'tardia' | 'penalizacion' | 'cierre' | 'empate' | 'pantalla'> {
  /** Without their ids, which each database gives. */
  readonly tardia: readonly Omit<Schema['tardia'], 'id'>[]
  readonly penalizacion: readonly Omit<Schema['penalizacion'], 'id'>[]
  /** Each with the judges it was closed with, by id. */
  readonly cierre: readonly CierreImportado[]
  readonly empate: readonly (Omit<Schema['empate'], 'ids'> & { readonly ids: readonly string[] })[]
  /** Without their ids and links, which each database gives, and without what they show for a moment. */
  readonly pantalla: readonly Omit<PantallaTable, 'id' | 'enlace' | 'identificarHasta'>[]
  readonly ajustes: AjustesGuardados | null
  /**
   * The turn of each day by its positions: its list gives the entry at each. `regreso`: where the day goes on after an entry out of
   * order; null without one.
   */
  readonly turnos: readonly (Pick<Schema['turno'], 'dia' | 'selectedRow'> & { readonly regreso: number | null })[]
  readonly competencia: horario.Competencia | null
  readonly compartido: { readonly nCategoria: string | null; readonly nCompetidor: string | null } | null
  readonly textos: Partial<Evento> | null
  readonly reglas: Reglas | null
  /** The images of the home page in order; empty when they are in order of their names. */
  readonly carrusel: readonly string[]
}

/** Reads the event from one transaction. */
export async function readRows(tx: Tx): Promise<Rows> {
  const tables = await readTables(tx)
  const imagenes = (await evento.readGaleria(tx)).map(({ id }) => id)
  const byName = imagenes.toSorted(compareTexts)
  return {
    ...tables,
    tardia: tables.tardia.map(({ id: _id, ...tardia }) => tardia),
    penalizacion: tables.penalizacion.map(({ id: _id, ...penalizacion }) => penalizacion),
    cierre: tables.cierre.map(({ panel, regla, ...cierre }) => ({
      ...cierre,
      ...reglaOfCierre({ regla }),
      panel: listOfIds(panel),
    })),
    empate: tables.empate.map(({ ids, ...empate }) => ({ ...empate, ids: listOfIds(ids) })),
    pantalla: tables.pantalla.map(({ id: _id, enlace: _enlace, identificarHasta: _hasta, ...pantalla }) => pantalla),
    ajustes: await horario.readAjustes(tx),
    turnos: await tx.selectFrom('turno').select(['dia', 'selectedRow', 'regresoRow as regreso']).execute(),
    competencia: await horario.readCompetenciaGuardada(tx),
    compartido: (await tx.selectFrom('compartido').select(['nCategoria', 'nCompetidor']).executeTakeFirst()) ?? null,
    // A text that was not saved has its default wherever the tree is imported.
    textos: await evento.readTextos(tx),
    reglas: nullIfUnlimited(await horario.readReglas(tx)),
    carrusel: imagenes.every((name, index) => name === byName[index]) ? [] : imagenes,
  }
}

async function readTables(tx: Tx): Promise<TableRows> {
  const tables: [string, unknown][] = []
  for (const table of tablesOf('evento', 'ajuste'))
    tables.push([table, await tx.selectFrom(table).selectAll().execute()])
  // Each table of the list with its rows.
  return Object.fromEntries(tables) as TableRows
}

/** Null for rules that allow everything. */
export function nullIfUnlimited(reglas: Reglas): Reglas | null {
  return reglas.desde === null && reglas.hasta === null && reglas.maximo === 0 ? null : reglas
}

/**
 * Inserts an event. Administrators and judges may exist already: an administrator with a known e-mail is left unchanged, and
 * a judge with a known name receives the marks under that name. An active judge gets a new personal link.
 */
export async function insertRows(tx: Tx, rows: Rows, { newId }: Pick<Deps, 'newId'>): Promise<void> {
  const { added, idOf } = newJueces(await tx.selectFrom('jueces').selectAll().execute(), rows.jueces)
  const ofJuez = <T extends { readonly juezId: string }>(list: readonly T[]) =>
    list.map((row) => ({ ...row, juezId: idOf(row.juezId) }))
  const withId = <T extends object>(list: readonly T[]) => list.map((row) => ({ id: newId(), ...row }))
  const stored: Pick<TableRows, TableOf<'evento'>> = {
    ...rows,
    admin: newAdmins(await tx.selectFrom('admin').selectAll().execute(), rows.admin),
    jueces: added.map((juez) => ({ ...juez, enlace: juez.activo === 1 ? newToken() : null })),
    calificaciones: ofJuez(rows.calificaciones),
    repeticion: rows.repeticion.map((row) => ({ ...row, marcas: JSON.stringify(ofJuez(marcasOf(row))) })),
    tardia: withId(ofJuez(rows.tardia)),
    penalizacion: withId(rows.penalizacion),
    empate: rows.empate.map(({ ids, ...empate }) => ({ ...empate, ids: JSON.stringify(ids) })),
    pantalla: withId(newPantallas(await listPantallas(tx), rows.pantalla)).map((pantalla) => ({
      ...pantalla,
      enlace: newToken(),
      identificarHasta: null,
    })),
    // Below: a closing names the judges that the event has then.
    cierre: [],
  }
  for (const table of tablesOf('evento')) await insertAll(tx, table, stored[table])
  const jueces = await listJueces(tx, 'all')
  const panelOf = (id: string) =>
    rows.categorias.filter((one) => one.id === id).flatMap((categoria) => listAsignados(jueces, categoria))
  const cierres = rows.cierre.map(({ pesos, desempate, principales, excluidos, panel, ...row }) => ({
    ...row,
    panel: JSON.stringify(panel?.map(idOf) ?? panelOf(row.categoriaId).map(({ id }) => id)),
    regla: JSON.stringify({ pesos, desempate, principales: principales.map(idOf), excluidos: excluidos.map(idOf) }),
  }))
  await insertAll(tx, 'cierre', cierres)
  await saveSettings(tx, rows)
  // A position past the end is kept; a day without entries gets no turn.
  for (const { dia, selectedRow, regreso } of rows.turnos) {
    const lista = await readLista(tx, dia)
    const turno = turnoAt(selectedRow, lista)
    await horario.saveTurno(tx, dia, regreso === null ? turno : { ...turno, regreso: turnoAt(regreso, lista) })
    const called = lista.filter((_, index) => index < (regreso ?? selectedRow) || index === selectedRow - 1)
    await insertAll(
      tx,
      'llamada',
      called.map(({ id }) => ({ competidorId: id, revision: 0, espera: 0 as const })),
    )
  }
  await horario.forgetAusentes(tx)
}

function newAdmins(existing: readonly AdminTable[], imported: readonly AdminTable[]): AdminTable[] {
  const ids = new Set(existing.map(({ id }) => id))
  const isKnown = (admin: AdminTable): boolean =>
    existing.some(({ id, emailKey }) => emailKey === admin.emailKey && (emailKey !== null || id === admin.id))
  return imported.filter((admin) => !isKnown(admin)).map((admin) => ({ ...admin, id: freeId(admin.id, ids) }))
}

function newJueces(existing: readonly JuecesTable[], imported: readonly JuecesTable[]) {
  const taken = new Set([...existing, ...imported].map(({ id }) => id))
  const ids = new Map<string, string>()
  const added = imported.flatMap((juez) => {
    const [same, ...others] = existing.filter(({ nombre }) => nfc(nombre) === nfc(juez.nombre))
    const isShared = imported.some(({ id, nombre }) => id !== juez.id && nfc(nombre) === nfc(juez.nombre))
    if (same && others.length === 0 && !isShared) {
      ids.set(juez.id, same.id)
      return []
    }
    const id = existing.some((other) => other.id === juez.id) ? freeId(juez.id, taken) : juez.id
    ids.set(juez.id, id)
    return [{ ...juez, id }]
  })
  return { added, idOf: (id: string) => ids.get(id) ?? id }
}

/** The imported screens whose name no screen has. */
function newPantallas(existing: readonly PantallaTable[], imported: Rows['pantalla']): Rows['pantalla'] {
  return imported.filter((one) => !existing.some(({ nombre }) => sameNombre(nombre, one.nombre)))
}

/** Replaces each setting that the tree has, and leaves the others unchanged. */
async function saveSettings(tx: Tx, rows: Rows): Promise<void> {
  const { ajustes, competencia, compartido, textos, reglas } = rows
  if (ajustes) await horario.saveAjustes(tx, ajustes)
  if (competencia) {
    const rubricas = JSON.stringify(competencia.rubricas)
    await upsert(tx, 'adminCompetencia', ['id'], { id: 1, rubricas, rubricaSel: competencia.rubricaSel })
  }
  if (compartido) await upsert(tx, 'compartido', ['id'], { id: 1, ...compartido })
  if (reglas) await horario.saveReglas(tx, reglas)
  for (const table of tablesOf('ajuste')) {
    if (rows[table].length === 0) continue
    await tx.deleteFrom(table).execute()
    await insertAll(tx, table, rows[table])
  }
  if (textos) await evento.saveEvento(tx, textos)
}

/** Whether the database has an event: any category, entry, user or mark. */
export async function hasEvento(tx: Tx): Promise<boolean> {
  for (const table of ['categorias', 'competidores', 'users', 'calificaciones'] as const) {
    if (await tx.selectFrom(table).selectAll().limit(1).executeTakeFirst()) return true
  }
  return false
}

/** Deletes the event, except for administrators and their accounts. */
export async function clearEvent(tx: Tx): Promise<void> {
  const others = ['adminMinutoAMinuto', 'adminCompetencia', 'compartido', 'evento', 'inscripciones'] as const
  const tables = tablesOf('evento', 'ajuste').filter((table) => table !== 'admin')
  for (const table of [...tables.toReversed(), ...others]) await tx.deleteFrom(table).execute()
}

/**
 * Deletes closed orders, turns and moves, which refer to the lists of the replaced event, and the account of everybody except administrators,
 * so that no imported user gets an earlier user's password.
 */
export async function clearTurnosAndCuentas(tx: Tx): Promise<void> {
  for (const table of ['orden_cerrado', 'turno', 'movimiento'] as const) await tx.deleteFrom(table).execute()
  const admins = tx
    .selectFrom('admin')
    .select('emailKey')
    .where('emailKey', 'is not', null)
    .$castTo<{ emailKey: string }>()
  await tx.deleteFrom('cuenta').where('emailKey', 'not in', admins).execute()
}

/** The files that the rows of an event name. */
export function filesOf({ users, competidores }: Pick<Rows, 'users' | 'competidores'>): Set<string> {
  const paths = [...users.map(({ fotoPath }) => fotoPath), ...competidores.map(({ musicaPath }) => musicaPath)]
  return new Set(paths.flatMap((path) => path || []))
}
