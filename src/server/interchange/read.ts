import type { Dia } from '#domain/dia.ts'
import { Notices, type Notice } from './notices.ts'
import { readJueces } from './jueces.ts'
import { readCategorias, readEntries } from './read-entries.ts'
import { checkFiles } from './read-files.ts'
import { readMarks } from './read-marks.ts'
import { readAdmin, readUsers } from './read-people.ts'
import {
  readAjustes,
  readCompartido,
  readCompetencia,
  readCupos,
  readReglas,
  readTextos,
  readTurnos,
} from './read-settings.ts'
import { compare } from './records.ts'
import type { Rows } from './rows.ts'
import { readShape } from './shape.ts'

/** A tree taken in whole, or everything that is wrong with it. */
export type Reading =
  | { readonly rows: Rows; readonly warnings: readonly Notice[] }
  | { readonly faults: readonly Notice[] }

/** Reads a tree of the interchange format. `names` are the files that came with it; `null` when it came alone. */
export function readTree(json: unknown, names: ReadonlySet<string> | null): Reading {
  const notices = new Notices()
  const tree = readShape(json, notices)
  checkFiles(tree, names, notices)
  const categorias = readCategorias(tree, notices)
  const entries = readEntries(tree, categorias, notices)
  const jueces = readJueces(tree, notices)
  const calificaciones = readMarks(tree, { categorias, entries, jueces, notices })
  const rows: Rows = {
    users: readUsers(tree, notices),
    admin: readAdmin(tree, notices),
    categorias,
    competidores: entries.map(({ row }) => row).toSorted((a, b) => compare(a.id, b.id)),
    jueces: jueces.rows(),
    calificaciones: calificaciones.toSorted(
      (a, b) => compare(a.competidorId, b.competidorId) || compare(a.juezId, b.juezId),
    ),
    ajustes: readAjustes(tree),
    turnos: readTurnos(tree, diasOf(categorias, entries), notices),
    competencia: readCompetencia(tree, notices),
    compartido: readCompartido(tree),
    textos: readTextos(tree),
    reglas: readReglas(tree),
    cupos: readCupos(tree, categorias, notices),
    carrusel: tree.extra?.carrusel ?? [],
  }
  return notices.faults.length > 0 ? { faults: notices.faults } : { rows, warnings: notices.warnings }
}

/** The days that have entries for a turn to stand at. */
function diasOf(categorias: Rows['categorias'], entries: ReturnType<typeof readEntries>): Set<Dia | null> {
  const placed = new Set(entries.flatMap(({ row }) => (row.orden === null ? [] : [row.categoriaId])))
  return new Set(categorias.flatMap(({ id, nombre, dia }) => (nombre && placed.has(id) ? [dia] : [])))
}
