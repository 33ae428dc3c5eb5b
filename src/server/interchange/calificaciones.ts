import { createHash } from 'node:crypto'
import type { Arbol, ArbolInput } from '#contract/interchange.ts'
import { isDia } from '#domain/dia.ts'
import { parsePuntuaciones } from '../calificaciones/store.ts'
import type { CalificacionesTable, CategoriasTable, JuecesTable } from '../db/schema.ts'
import { enDia, findCategoria, type Entry } from './entries.ts'
import { compareTexts, findRecordByLabel, freeId, collectionOf, labelsOf, needsKey, recordsOf } from './records.ts'
import type { Rows } from './rows.ts'
import type { Notices, Path } from './shape.ts'

/** The judges of a tree: the judges in `extra.jueces`, and the judges that appear only as a label above marks. */
export interface Jueces {
  /** The id of the judge that a label refers to. An unknown label becomes a new judge that is not active. */
  readonly find: (label: string, path: Path) => string | undefined
  readonly rows: () => JuecesTable[]
}

/** An imported judge, assigned to the whole event. */
const SIN_ACCESO = { principal: 0, dias: null, categorias: null, enlace: null } as const

export function readJueces({ extra }: Arbol, notices: Notices): Jueces {
  const described = recordsOf(extra?.jueces).map(([id, { nombre, activo, principal, dias, categorias }]) => {
    if (!nombre) notices.fault(['extra', 'jueces', id, 'nombre'], 'Falta el nombre del juez.')
    return {
      key: id,
      id,
      nombre: nombre ?? '',
      activo: activo ? 1 : 0,
      principal: principal ? 1 : 0,
      dias: dias && dias.length > 0 ? JSON.stringify(dias) : null,
      categorias: categorias && categorias.length > 0 ? JSON.stringify(categorias) : null,
      enlace: null,
    } as const
  })
  const added = new Map<string, JuecesTable>()
  const taken = new Set(described.map(({ id }) => id))

  function add(nombre: string): string {
    const juez = added.get(nombre) ?? { id: freeId(juezIdOf(nombre), taken), nombre, activo: 0, ...SIN_ACCESO }
    taken.add(juez.id)
    added.set(nombre, juez)
    return juez.id
  }

  return {
    find: (label, path) => {
      const found = findRecordByLabel(label, described)
      if (found && found !== 'ambiguous') return found.id
      if (!found && label !== '') return add(label)
      notices.fault(path, found ? 'Varios jueces se llaman así: pon el identificador.' : 'Falta el nombre del juez.')
      return undefined
    },
    rows: () =>
      [...described.map(({ key: _key, ...juez }) => juez), ...added.values()].toSorted((a, b) =>
        compareTexts(a.id, b.id),
      ),
  }
}

/** The id of a judge without a record: only the name is known. The same name always gives the same id. */
export function juezIdOf(nombre: string): string {
  return `juez-${createHash('sha256').update(nombre).digest('base64url').slice(0, 22)}`
}

/** The marks that a tree contains. Left out: marks without a figure, and marks of categories without a day or a name. */
export function writtenMarks({ categorias, competidores, calificaciones }: Rows): CalificacionesTable[] {
  const placed = new Set(categorias.flatMap(({ id, dia, nombre }) => (dia !== null && nombre !== null ? [id] : [])))
  const entries = new Set(competidores.flatMap(({ id, categoriaId }) => (placed.has(categoriaId) ? [id] : [])))
  return calificaciones.filter(
    ({ competidorId, l_calificacion, criterios }) =>
      entries.has(competidorId) && (l_calificacion || Object.values(parsePuntuaciones(criterios)).some(Boolean)),
  )
}

/** Leaves out the judges that an import makes again from the labels above their marks. */
export function writeJueces(
  { jueces }: Rows,
  written: readonly CalificacionesTable[],
): NonNullable<ArbolInput['extra']>['jueces'] {
  const withMarks = new Set(written.map(({ juezId }) => juezId))
  const labelled = jueces.map((juez) => ({ ...juez, key: juez.id }))
  const extra = labelled.filter(
    (juez) =>
      juez.activo === 1 ||
      juez.principal === 1 ||
      juez.dias !== null ||
      juez.categorias !== null ||
      juez.id !== juezIdOf(juez.nombre) ||
      !withMarks.has(juez.id) ||
      needsKey(juez, labelled),
  )
  return collectionOf(extra, ({ id, nombre, activo, principal, dias, categorias }) => [
    id,
    {
      nombre,
      activo: activo === 1 ? true : null,
      principal: principal === 1 ? true : null,
      dias: listOf(dias, isDia),
      categorias: listOf(categorias, (value) => typeof value === 'string'),
    },
  ])
}

function listOf<T>(json: string | null, holds: (value: unknown) => value is T): T[] | null {
  const list: unknown = json === null ? null : JSON.parse(json)
  return Array.isArray(list) ? list.filter(holds) : null
}

interface Context {
  readonly categorias: readonly CategoriasTable[]
  readonly entries: readonly Entry[]
  readonly jueces: Jueces
  readonly notices: Notices
}

/** An imported mark counts as sent. */
const SIN_ENVIO = { estado: 'enviada', version: 1, motivo: null, enviada: null } as const

/** The marks of a tree, by day, name of the category, label of the entry and label of the judge. */
export function readCalificaciones({ calificaciones }: Arbol, context: Context): CalificacionesTable[] {
  const rows: CalificacionesTable[] = []
  /** The path in the tree of the mark of each judge for each entry, to report a second one. */
  const seen = new Map<string, string>()
  for (const [dia, porCategoria] of recordsOf(calificaciones)) {
    for (const [nombre, porEntrada] of recordsOf(porCategoria)) {
      const path = ['calificaciones', dia, nombre]
      if (recordsOf(porEntrada).length === 0 || !isDia(dia)) continue
      const categoria = nombre === '' ? undefined : findCategoria(context.categorias, dia, nombre)
      if (!categoria) context.notices.fault(path, `No hay una categoría «${nombre}» ${enDia(dia)}.`)
      for (const [label, porJuez] of categoria ? recordsOf(porEntrada) : []) {
        const place = [...path, label]
        const competidorId =
          categoria && recordsOf(porJuez).length > 0 ? findEntry(categoria, label, place, context) : undefined
        if (competidorId !== undefined) rows.push(...readMarks({ competidorId, porJuez, path: place }, context, seen))
      }
    }
  }
  return rows
}

function findEntry(
  categoria: CategoriasTable,
  label: string,
  path: Path,
  { entries, notices }: Context,
): string | undefined {
  const own = entries
    .filter(({ row }) => row.categoriaId === categoria.id)
    .map(({ clave, row }) => ({ key: clave, nombre: row.nombre, id: row.id }))
  const entry = findRecordByLabel(label, own)
  if (entry && entry !== 'ambiguous') return entry.id
  const where = `«${categoria.nombre ?? ''}» ${enDia(categoria.dia)}`
  const message = entry
    ? `Varios competidores de ${where} se llaman así: pon el identificador.`
    : `No hay un competidor «${label}» en ${where}.`
  notices.fault(path, message)
  return undefined
}

type Marca = Readonly<Record<string, string | null>>

interface OfEntry {
  readonly competidorId: string
  readonly porJuez: Readonly<Record<string, Marca | null>>
  readonly path: Path
}

function readMarks(
  { competidorId, porJuez, path }: OfEntry,
  { jueces, notices }: Context,
  seen: Map<string, string>,
): CalificacionesTable[] {
  return recordsOf(porJuez).flatMap(([label, { l_calificacion = null, ...marca }]) => {
    const criterios = recordsOf(marca)
    if (l_calificacion === null && criterios.length === 0) return []
    const juezId = jueces.find(label, [...path, label])
    if (juezId === undefined) return []
    const key = `${juezId}\n${competidorId}`
    const first = seen.get(key)
    seen.set(key, path.map(String).join('/'))
    if (first !== undefined) {
      notices.fault([...path, label], `Ya hay calificaciones de este juez para este competidor en ${first}.`)
      return []
    }
    return [
      { competidorId, juezId, l_calificacion, criterios: JSON.stringify(Object.fromEntries(criterios)), ...SIN_ENVIO },
    ]
  })
}

/**
 * Marks by day, name of the category, label of the entry and label of the judge. A category without day or name has no
 * place in the format, and its entries have no marks in the product.
 */
export function writeCalificaciones(
  { categorias, competidores, calificaciones, jueces }: Rows,
  claves: ReadonlyMap<string, string>,
): ArbolInput['calificaciones'] {
  const byEntry = Map.groupBy(calificaciones, ({ competidorId }) => competidorId)
  const juezLabels = labelsOf(jueces.map(({ id, nombre }) => ({ id, key: id, nombre })))
  const byCategoria = Map.groupBy(competidores, ({ categoriaId }) => categoriaId)
  const ofCategoria = ({ id }: CategoriasTable) => {
    const entries = byCategoria.get(id) ?? []
    const labels = labelsOf(entries.map((entry) => ({ ...entry, key: claves.get(entry.id) ?? entry.id })))
    return collectionOf(entries, (entry) => [
      labels.get(entry.id) ?? entry.id,
      collectionOf(byEntry.get(entry.id) ?? [], ({ juezId, l_calificacion, criterios }) => [
        juezLabels.get(juezId) ?? juezId,
        { ...parsePuntuaciones(criterios), l_calificacion },
      ]),
    ])
  }
  return collectionOf([...Map.groupBy(categorias, ({ dia }) => dia)], ([dia, ofDia]) => [
    dia ?? '',
    collectionOf(
      ofDia.filter(({ nombre }) => dia !== null && nombre !== null),
      (categoria) => [categoria.nombre ?? '', ofCategoria(categoria)],
    ),
  ])
}
