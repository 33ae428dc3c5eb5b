import type { Arbol } from '#contract/interchange.ts'
import { diaActivo } from '#domain/ajustes.ts'
import { slugOf } from '#domain/categoria.ts'
import { isTipoCriterios } from '#domain/criterios.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'
import { isJustName } from './jueces.ts'
import { labelOf, type Named } from './named.ts'
import { compare } from './records.ts'
import type { Rows } from './rows.ts'

/** The tree of an event. `faltan` are files that it names and that are not there. */
export function writeTree(rows: Rows, faltan: readonly string[] = []): Arbol {
  const activo = diaActivo({ dia: rows.ajustes?.dia ?? null })
  const claves = clavesOf(rows)
  return {
    users: keyed(rows.users, ({ uid, nombre, apellido, email, pais, fotoPath }) => [
      uid,
      { uid, nombre, apellido, email, pais, fotoPath },
    ]),
    admin: keyed(rows.admin, ({ id, email, nombre }) => [id, { email, nombre }]),
    categorias: keyed(rows.categorias, ({ id, nombre, fechaCreacion, orden, dia }) => [
      id,
      { id, nombre, fechaCreacion, orden, dia },
    ]),
    competidores: writeEntries(rows, claves),
    calificaciones: writeMarks(rows, claves),
    adminMinutoAMinuto: {
      ...rows.ajustes,
      selectedRow: rows.turnos.find(({ dia }) => dia === activo)?.selectedRow ?? null,
    },
    adminCompetencia: rows.competencia && { ...rows.competencia, rubricas: [...rows.competencia.rubricas] },
    compartido: rows.compartido,
    extra: {
      evento: rows.textos,
      turno: keyed(
        rows.turnos.filter(({ dia }) => dia !== activo),
        ({ dia, selectedRow }) => [dia, { selectedRow }],
      ),
      jueces: writeJueces(rows),
      criterios: keyed(
        rows.categorias.flatMap(({ id, criterios }) => (isTipoCriterios(criterios) ? [{ id, criterios }] : [])),
        ({ id, criterios }) => [id, criterios],
      ),
      inscripciones: rows.reglas,
      cupos: keyed(rows.cupos, ({ categoriaId, cupo }) => [categoriaId, cupo]),
      carrusel: [...rows.carrusel],
      faltan: faltan.toSorted(compare),
    },
  }
}

function keyed<T, V>(rows: readonly T[], entryOf: (row: T) => [string, V]): Record<string, V> {
  return Object.fromEntries(rows.map(entryOf))
}

/** The key of every entry, by id: what it came in under if no other of its slug has that, else its id. */
function clavesOf({ categorias, competidores }: Rows): Map<string, string> {
  const claves = new Map<string, string>()
  for (const entries of bySlug(categorias, competidores).values()) {
    const taken = new Set(entries.map(({ id }) => id))
    for (const { id, clave } of entries.toSorted((a, b) => compare(a.id, b.id))) {
      const key = clave === null || taken.has(clave) ? id : clave
      taken.add(key)
      claves.set(id, key)
    }
  }
  return claves
}

function bySlug(
  categorias: readonly CategoriasTable[],
  competidores: readonly CompetidoresTable[],
): Map<string, CompetidoresTable[]> {
  const slugs = new Map(categorias.map(({ id, nombre }) => [id, slugOf(nombre ?? '')]))
  return Map.groupBy(competidores, ({ categoriaId }) => slugs.get(categoriaId) ?? '')
}

function writeEntries({ categorias, competidores }: Rows, claves: ReadonlyMap<string, string>): Arbol['competidores'] {
  const byId = new Map(categorias.map((categoria) => [categoria.id, categoria]))
  return keyed([...bySlug(categorias, competidores)], ([slug, entries]) => [
    slug,
    keyed(entries, ({ id, categoriaId, nombre, compania, usuarioId, fechaInscripcion, musicaPath, orden }) => {
      const { nombre: categoria = null, dia = null } = byId.get(categoriaId) ?? {}
      return [
        claves.get(id) ?? id,
        { nombre, compania, categoria, usuarioId, fechaInscripcion, musicaPath, dia, orden },
      ]
    }),
  ])
}

/** Day → category's name → entry → judge. Marks of a category without day or name have no place in the format, nor anywhere else. */
function writeMarks(
  { categorias, competidores, calificaciones, jueces }: Rows,
  claves: ReadonlyMap<string, string>,
): Arbol['calificaciones'] {
  const byEntry = Map.groupBy(calificaciones, ({ competidorId }) => competidorId)
  const labels = labelsOf(jueces.map(({ id, nombre }) => ({ key: id, nombre, id })))
  const inCategoria = Map.groupBy(competidores, ({ categoriaId }) => categoriaId)
  const ofCategoria = ({ id }: CategoriasTable) => {
    const entries = inCategoria.get(id) ?? []
    const names = labelsOf(entries.map((entry) => ({ ...entry, key: claves.get(entry.id) ?? entry.id })))
    return keyed(entries, (entry) => [
      names.get(entry.id) ?? entry.id,
      keyed(byEntry.get(entry.id) ?? [], ({ juezId, l_calificacion, criterios }) => [
        labels.get(juezId) ?? juezId,
        { ...marksIn(criterios), l_calificacion },
      ]),
    ])
  }
  return keyed([...Map.groupBy(categorias, ({ dia }) => dia)], ([dia, ofDia]) => [
    dia ?? '',
    keyed(
      ofDia.filter(({ nombre }) => dia !== null && nombre !== null),
      (categoria) => [categoria.nombre ?? '', ofCategoria(categoria)],
    ),
  ])
}

function labelsOf(list: readonly (Named & { readonly id: string })[]): Map<string, string> {
  return new Map(list.map((one) => [one.id, labelOf(one, list)]))
}

function marksIn(criterios: string): Record<string, string> {
  const marks: unknown = JSON.parse(criterios)
  const entries = typeof marks === 'object' && marks !== null ? Object.entries(marks) : []
  return Object.fromEntries(entries.map(([campo, texto]) => [campo, String(texto)]))
}

function writeJueces({ jueces, calificaciones }: Rows): NonNullable<Arbol['extra']>['jueces'] {
  const told = calificaciones.filter((row) => row.l_calificacion || Object.values(marksIn(row.criterios)).some(Boolean))
  const withMarks = new Set(told.map(({ juezId }) => juezId))
  return keyed(
    jueces.filter((juez) => !isJustName(juez, jueces, withMarks)),
    ({ id, nombre, activo }) => [id, { nombre, activo: activo === 1 ? true : null }],
  )
}
