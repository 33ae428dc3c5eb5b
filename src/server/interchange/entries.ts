import type { Arbol, ArbolInput } from '#contract/interchange.ts'
import { isNombreUsable, sameNombre, slugOf } from '#domain/categoria.ts'
import { isTipoCriterios } from '#domain/criterios.ts'
import type { Dia } from '#domain/dia.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'
import { compareTexts, freeId, collectionOf, recordsOf } from './records.ts'
import type { Rows } from './rows.ts'
import type { Notices } from './shape.ts'

export function readCategorias({ categorias, extra }: Arbol, notices: Notices): CategoriasTable[] {
  const criterios = new Map(recordsOf(extra?.criterios))
  const rows: CategoriasTable[] = []
  for (const [id, { id: given, ...categoria }] of recordsOf(categorias)) {
    const path = ['categorias', id]
    const { nombre, dia } = categoria
    if (given && given !== id) notices.warn([...path, 'id'], `Dice «${given}»; se usa el identificador «${id}».`)
    if (!isNombreUsable(nombre ?? '')) notices.fault([...path, 'nombre'], 'Ese nombre no se puede usar.')
    const same = nombre === null ? undefined : findCategoria(rows, dia, nombre)
    if (same) notices.fault([...path, 'nombre'], `«${nombre}» ya está ${enDia(dia)}: categorias/${same.id}.`)
    rows.push({ id, ...categoria, criterios: criterios.get(id) ?? null })
  }
  for (const id of criterios.keys()) {
    if (!rows.some((row) => row.id === id)) notices.fault(['extra', 'criterios', id], 'No existe esa categoría.')
  }
  return rows
}

/** The category of a day with this name. Without a name: the unnamed category of the day, if there is exactly one. */
export function findCategoria(
  categorias: readonly CategoriasTable[],
  dia: Dia | null,
  nombre: string | null,
): CategoriasTable | undefined {
  const found = categorias.filter((one) => {
    if (one.dia !== dia) return false
    return one.nombre === null || nombre === null ? one.nombre === nombre : sameNombre(one.nombre, nombre)
  })
  // Two categories with one name are a fault of their own: the entries are not reported as well.
  return nombre !== null || found.length === 1 ? found[0] : undefined
}

export function enDia(dia: Dia | null): string {
  return dia === null ? 'entre las que no tienen día' : `el ${dia}`
}

/** An entry with its key in the tree, under the slug of its category. */
export interface Entry {
  readonly slug: string
  readonly clave: string
  readonly row: CompetidoresTable
}

interface Found {
  readonly clave: string
  /** `slug`: of its category. `givenSlug`: the one above it in the tree. */
  readonly slug: string
  readonly givenSlug: string
  readonly values: Omit<CompetidoresTable, 'id' | 'clave'>
}

/**
 * The entries of a tree. Day and category name of an entry decide its category, not the slug above it: entries of several
 * categories may share a slug.
 */
export function readEntries(tree: Arbol, categorias: readonly CategoriasTable[], notices: Notices): Entry[] {
  const users = new Set(recordsOf(tree.users).map(([uid]) => uid))
  const found = recordsOf(tree.competidores).flatMap(([givenSlug, entries]) =>
    recordsOf(entries).flatMap(([clave, { categoria: nombre, dia, musicaURL: _musicaURL, ...values }]): Found[] => {
      const path = ['competidores', givenSlug, clave]
      if (values.usuarioId && !users.has(values.usuarioId)) {
        notices.warn(
          [...path, 'usuarioId'],
          `No hay un usuario «${values.usuarioId}»: la inscripción se conserva y la administra la organización.`,
        )
      }
      const categoria = findCategoria(categorias, dia, nombre)
      if (!categoria) {
        // An invalid day or name is reported already.
        if (!notices.hasFault([...path, 'dia']) && !notices.hasFault([...path, 'categoria'])) {
          const message = nombre ? `No hay una categoría «${nombre}» ${enDia(dia)}.` : 'Falta la categoría.'
          notices.fault([...path, 'categoria'], message)
        }
        return []
      }
      const slug = slugOf(categoria.nombre ?? '')
      if (slug !== givenSlug) {
        notices.warn(path, `Su categoría es «${categoria.nombre ?? ''}»: al exportar estará en «${slug}».`)
      }
      return [{ clave, slug, givenSlug, values: { ...values, categoriaId: categoria.id } }]
    }),
  )
  return withIds(found)
}

/**
 * Gives each entry an id that is unique in the event; a key is unique only under its slug. The first entry with a key has it
 * as id. Another one gets a new id and keeps its key in `clave` for the next export, unless its slug has that key already.
 */
function withIds(found: readonly Found[]): Entry[] {
  const order = found.toSorted(
    (a, b) => compareTexts(a.slug, b.slug) || compareTexts(a.clave, b.clave) || compareTexts(a.givenSlug, b.givenSlug),
  )
  const taken = new Set(order.map(({ clave }) => clave))
  const used = new Set<string>()
  const places = new Set<string>()
  return order.map(({ clave, slug, values }) => {
    const id = used.has(clave) ? freeId(clave, taken) : clave
    const place = JSON.stringify([slug, clave])
    const keeps = !places.has(place)
    places.add(place)
    taken.add(id)
    used.add(id)
    return { slug, clave: keeps ? clave : id, row: { id, clave: keeps && id !== clave ? clave : null, ...values } }
  })
}

export function writeCategorias({ categorias }: Rows): ArbolInput['categorias'] {
  return collectionOf(categorias, ({ id, nombre, fechaCreacion, orden, dia }) => [
    id,
    { id, nombre, fechaCreacion, orden, dia },
  ])
}

export function writeCriterios({ categorias }: Rows): NonNullable<ArbolInput['extra']>['criterios'] {
  const known = categorias.flatMap(({ id, criterios }) => (isTipoCriterios(criterios) ? [{ id, criterios }] : []))
  return collectionOf(known, ({ id, criterios }) => [id, criterios])
}

export function writeEntries(
  { categorias, competidores }: Rows,
  claves: ReadonlyMap<string, string>,
): ArbolInput['competidores'] {
  const byId = new Map(categorias.map((categoria) => [categoria.id, categoria]))
  return collectionOf([...bySlug(categorias, competidores)], ([slug, entries]) => [
    slug,
    collectionOf(entries, ({ id, clave: _clave, categoriaId, ...values }) => {
      const { nombre: categoria = null, dia = null } = byId.get(categoriaId) ?? {}
      return [claves.get(id) ?? id, { ...values, categoria, dia }]
    }),
  ])
}

/** The key of each entry by id: its `clave` when no other entry of its slug has that key, else its id. */
export function clavesOf({ categorias, competidores }: Rows): Map<string, string> {
  const claves = new Map<string, string>()
  for (const entries of bySlug(categorias, competidores).values()) {
    const taken = new Set(entries.map(({ id }) => id))
    for (const { id, clave } of entries.toSorted((a, b) => compareTexts(a.id, b.id))) {
      const key = clave === null || taken.has(clave) ? id : clave
      taken.add(key)
      claves.set(id, key)
    }
  }
  return claves
}

export function bySlug(
  categorias: readonly CategoriasTable[],
  competidores: readonly CompetidoresTable[],
): Map<string, CompetidoresTable[]> {
  const slugs = new Map(categorias.map(({ id, nombre }) => [id, slugOf(nombre ?? '')]))
  return Map.groupBy(competidores, ({ categoriaId }) => slugs.get(categoriaId) ?? '')
}
