import type { ArbolInput } from '#contract/interchange.ts'
import { diaActivo } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import { readCalificaciones, readJueces, writeCalificaciones, writeJueces, writtenMarks } from './calificaciones.ts'
import {
  bySlug,
  clavesOf,
  readCategorias,
  readEntries,
  writeCategorias,
  writeCriterios,
  writeEntries,
} from './entries.ts'
import { readJurado, refsOf, reopenMarks, writeJurado } from './jurado.ts'
import { readAdmin, readUsers, writePeople } from './people.ts'
import { compareTexts, collectionOf } from './records.ts'
import type { Rows } from './rows.ts'
import { orUnset, readAjustes, readCompetencia, readCupos, readReglas, readTextos, readTurnos } from './settings.ts'
import { Notices, readShape, type Notice } from './shape.ts'
import { checkFiles } from './source.ts'

/** The rows of a tree, or every fault that it has. */
export type Reading =
  | { readonly rows: Rows; readonly warnings: readonly Notice[] }
  | { readonly faults: readonly Notice[] }

/** Reads a tree of the interchange format. `names` are the files in its folder; `null` when it has no folder. */
export function readTree(json: unknown, names: ReadonlySet<string> | null): Reading {
  const notices = new Notices()
  const tree = readShape(json, notices)
  checkFiles(tree, names, notices)
  const categorias = readCategorias(tree, notices)
  const entries = readEntries(tree, categorias, notices)
  const jueces = readJueces(tree, notices)
  const context = { categorias, entries, jueces, notices }
  const calificaciones = reopenMarks(tree, context, readCalificaciones(tree, context))
  const juezRows = jueces.rows()
  const rows: Rows = {
    users: readUsers(tree, notices),
    admin: readAdmin(tree, notices),
    categorias,
    competidores: entries.map(({ row }) => row).toSorted((a, b) => compareTexts(a.id, b.id)),
    jueces: juezRows,
    calificaciones: calificaciones.toSorted(
      (a, b) => compareTexts(a.competidorId, b.competidorId) || compareTexts(a.juezId, b.juezId),
    ),
    ...readJurado(tree, { ...context, juezIds: new Set(juezRows.map(({ id }) => id)) }),
    ajustes: readAjustes(tree),
    turnos: readTurnos(tree, diasOf(categorias, entries), notices),
    competencia: readCompetencia(tree, notices),
    compartido: orUnset(tree.compartido),
    textos: readTextos(tree),
    reglas: readReglas(tree),
    cupos: readCupos(tree, categorias, notices),
    carrusel: tree.extra?.carrusel ?? [],
  }
  return notices.faults.length > 0 ? { faults: notices.faults } : { rows, warnings: notices.warnings }
}

/** The days whose schedule has entries. */
function diasOf(categorias: Rows['categorias'], entries: ReturnType<typeof readEntries>): Set<Dia | null> {
  const withEntries = new Set(entries.flatMap(({ row }) => (row.orden === null ? [] : [row.categoriaId])))
  return new Set(categorias.flatMap(({ id, nombre, dia }) => (nombre && withEntries.has(id) ? [dia] : [])))
}

/** The tree of an event. `faltan` are the files that it names and that the store does not have. */
export function writeTree(rows: Rows, faltan: readonly string[] = []): ArbolInput {
  const activo = diaActivo({ dia: rows.ajustes?.dia ?? null })
  const claves = clavesOf(rows)
  const marcas = writtenMarks(rows)
  return {
    ...writePeople(rows),
    categorias: writeCategorias(rows),
    competidores: writeEntries(rows, claves),
    calificaciones: writeCalificaciones(rows, claves),
    adminMinutoAMinuto: {
      ...rows.ajustes,
      selectedRow: rows.turnos.find(({ dia }) => dia === activo)?.selectedRow ?? null,
    },
    adminCompetencia: rows.competencia && { ...rows.competencia, rubricas: [...rows.competencia.rubricas] },
    compartido: rows.compartido,
    extra: {
      evento: rows.textos,
      turno: collectionOf(
        rows.turnos.filter(({ dia }) => dia !== activo),
        ({ dia, selectedRow }) => [dia, { selectedRow }],
      ),
      jueces: writeJueces(rows, marcas),
      ...writeJurado(rows, refsOfRows(rows, claves), marcas),
      criterios: writeCriterios(rows),
      inscripciones: rows.reglas,
      cupos: collectionOf(rows.cupos, ({ categoriaId, cupo }) => [categoriaId, cupo]),
      carrusel: [...rows.carrusel],
      faltan: faltan.toSorted(compareTexts),
    },
  }
}

function refsOfRows({ categorias, competidores }: Rows, claves: ReadonlyMap<string, string>): Map<string, string> {
  const entries = [...bySlug(categorias, competidores)].flatMap(([slug, inside]) =>
    inside.map(({ id }) => ({ slug, clave: claves.get(id) ?? id, id })),
  )
  return refsOf(entries)
}

/**
 * The text of a tree as an export writes it: names sorted, absent and empty values left out. The same event always gives the
 * same bytes.
 */
export function textOf({ extra, ...collections }: ArbolInput): string {
  // An empty text of the event is a value: the organiser left it blank.
  const tree = {
    ...omit(collections, isEmpty),
    extra: { ...omit(extra ?? {}, isEmpty), evento: omit(extra?.evento ?? {}, isAbsent) },
  }
  return `${JSON.stringify(omit(tree, isAbsent), null, 2)}\n`
}

function omit(value: object, drops: (value: unknown) => boolean): object {
  const entries = Object.entries(value)
    .map(([name, item]): [string, unknown] => [name, omitWithin(item, drops)])
    .filter(([, item]) => !drops(item))
  return Object.fromEntries(entries.toSorted(([a], [b]) => compareTexts(a, b)))
}

function omitWithin(value: unknown, drops: (value: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? omit(value, drops) : value
}

function isAbsent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === undefined
}

function isEmpty(value: unknown): boolean {
  return value === '' || isAbsent(value)
}
