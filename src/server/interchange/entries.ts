import { POR_CATEGORIA, type Arbol, type ArbolInput, type Extra } from '#contract/interchange.ts'
import { isNombreUsable, sameNombre, slugOf } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import type { Origen } from '#domain/ronda.ts'
import { origenOf } from '../calificaciones/store.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'
import { by, collectionOf, freeId, groupsOf, keyOf, recordsOf, type Collection } from './records.ts'
import type { Rows } from './rows.ts'
import type { Notices } from './shape.ts'

export function readCategorias({ categorias, extra }: Arbol, notices: Notices): CategoriasTable[] {
  const criterios = new Map(recordsOf(extra.criterios))
  const metodos = new Map(recordsOf(extra.metodos).filter(([, metodo]) => metodo !== 'suma'))
  const rows: CategoriasTable[] = []
  for (const [id, { id: given, ...categoria }] of recordsOf(categorias)) {
    const path = ['categorias', id]
    const { nombre, dia } = categoria
    notices.warnOtherId([...path, 'id'], given, id)
    if (nombre !== null) {
      if (!isNombreUsable(nombre)) notices.fault([...path, 'nombre'], 'Ese nombre no se puede usar.')
      const same = findCategoria(rows, dia, nombre)
      if (same) notices.fault([...path, 'nombre'], `«${nombre}» ya está ${enDia(dia)}: categorias/${same.id}.`)
    }
    rows.push({ id, ...categoria, criterios: criterios.get(id) ?? null, metodo: metodos.get(id) ?? null, origen: null })
  }
  for (const campo of POR_CATEGORIA) {
    const unknown = recordsOf<unknown>(extra[campo]).filter(([id]) => !rows.some((row) => row.id === id))
    for (const [id] of unknown) notices.fault(['extra', campo, id], 'No existe esa categoría.')
  }
  for (const [index, id] of extra.anunciadas.entries())
    if (!rows.some((row) => row.id === id)) notices.fault(['extra', 'anunciadas', index], 'No existe esa categoría.')
  return rows
}

/** The category of a day with this name. Without a name: the unnamed category of the day, if there is exactly one. */
export function findCategoria(
  categorias: readonly CategoriasTable[],
  dia: Dia | null,
  nombre: string | null,
): CategoriasTable | undefined {
  const isSame = (other: string | null) =>
    other === null || nombre === null ? other === nombre : sameNombre(other, nombre)
  const found = categorias.filter((one) => one.dia === dia && isSame(one.nombre))
  // Two categories with one name are a fault of their own: the entries are not reported as well.
  return nombre !== null || found.length === 1 ? found[0] : undefined
}

export function enDia(dia: Dia | null): string {
  return dia === null ? 'entre las que no tienen día' : `el ${dia}`
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
export function readEntries(
  { users, competidores }: Arbol,
  categorias: readonly CategoriasTable[],
  notices: Notices,
): CompetidoresTable[] {
  const uids = new Set(recordsOf(users).map(([uid]) => uid))
  const found = recordsOf(competidores).flatMap(([givenSlug, entries]) =>
    recordsOf(entries).flatMap(([clave, { categoria: nombre, dia, musicaURL: _musicaURL, ...values }]): Found[] => {
      const path = ['competidores', givenSlug, clave]
      if (values.usuarioId && !uids.has(values.usuarioId)) {
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
      const titulo = categoria.nombre ?? ''
      const slug = slugOf(titulo)
      if (slug !== givenSlug) notices.warn(path, `Su categoría es «${titulo}»: al exportar estará en «${slug}».`)
      return [{ clave, slug, givenSlug, values: { ...values, categoriaId: categoria.id, nota: null, numero: null } }]
    }),
  )
  return withIds(found).toSorted(by('id'))
}

/**
 * Gives each entry an id that is unique in the event; a key is unique only under its slug. The first entry with a key has it
 * as id. Another one gets a new id and keeps its key in `clave` for the next export, unless its slug has that key already.
 */
function withIds(found: readonly Found[]): CompetidoresTable[] {
  const order = found.toSorted(by('slug', 'clave', 'givenSlug'))
  const taken = new Set(order.map(({ clave }) => clave))
  const used = new Set<string>()
  const places = new Set<string>()
  return order.map(({ clave, slug, values }) => {
    const id = used.has(clave) ? freeId(clave, taken) : clave
    const place = JSON.stringify([slug, clave])
    const keeps = !places.has(place) && id !== clave
    places.add(place)
    taken.add(id)
    used.add(id)
    return { id, clave: keeps ? clave : null, ...values }
  })
}

/** The entries, without the keys that cannot be used because another entry of the slug has them. */
export function withFreeKeys(rows: Rows): CompetidoresTable[] {
  const slugs = slugsOf(rows)
  const placeOf = (id: string, key: string): string => JSON.stringify([slugs.get(id), key])
  const taken = new Set(rows.competidores.map(({ id }) => placeOf(id, id)))
  return rows.competidores.toSorted(by('id')).map((entry) => {
    const place = placeOf(entry.id, keyOf(entry))
    const clave = taken.has(place) ? null : entry.clave
    taken.add(place)
    return { ...entry, clave }
  })
}

/** The categories and entries of a tree, for the readers of what else it says about them. */
export class Entradas {
  readonly categorias: readonly CategoriasTable[]
  readonly competidores: readonly CompetidoresTable[]
  /** How `extra` refers to each entry, by id. */
  readonly refs: Refs
  /** The entries (ids) by the text with which `extra` refers to them. */
  readonly ids: ReadonlyMap<string, string>
  readonly notices: Notices

  constructor({ categorias, competidores }: Pick<Rows, 'categorias' | 'competidores'>, notices: Notices) {
    this.categorias = categorias
    this.competidores = competidores
    this.refs = refsOf({ categorias, competidores })
    this.ids = new Map([...this.refs].map(([id, ref]) => [ref, id]))
    this.notices = notices
  }

  /** The id of the entry that the last step of a path in `extra` refers to. Reports a fault, and returns none, without one. */
  find(...path: readonly string[]): string[] {
    const id = this.ids.get(path.at(-1) ?? '')
    if (id === undefined) this.notices.fault(['extra', ...path], 'No existe ese competidor.')
    return id === undefined ? [] : [id]
  }

  /** The records of a field of `extra` that are given by entry, each with the id of its entry. */
  recordsOf<T>(campo: keyof Extra, collection: Collection<T>): [string, T][] {
    return recordsOf(collection).flatMap(([ref, record]) =>
      this.find(campo, ref).map((id): [string, T] => [id, record]),
    )
  }
}

export type Refs = ReadonlyMap<string, string>

/** How `extra` refers to each entry, by id: by its key, or by slug and key when another entry has that key. */
export function refsOf(rows: Pick<Rows, 'categorias' | 'competidores'>): Refs {
  const slugs = slugsOf(rows)
  const byKey = Map.groupBy(rows.competidores, keyOf)
  return new Map(
    rows.competidores.map((entry) => {
      const key = keyOf(entry)
      return [entry.id, byKey.get(key)?.length === 1 ? key : `${slugs.get(entry.id) ?? ''}/${key}`]
    }),
  )
}

/** The slug of each entry, by id: that of its category. */
function slugsOf({ categorias, competidores }: Pick<Rows, 'categorias' | 'competidores'>): Map<string, string> {
  const slugs = new Map(categorias.map(({ id, nombre }) => [id, slugOf(nombre ?? '')]))
  return new Map(competidores.map(({ id, categoriaId }) => [id, slugs.get(categoriaId) ?? '']))
}

export function writeEntries(rows: Pick<Rows, 'categorias' | 'competidores'>): ArbolInput['competidores'] {
  const slugs = slugsOf(rows)
  const categorias = new Map(rows.categorias.map((categoria) => [categoria.id, categoria]))
  return groupsOf(
    rows.competidores,
    ({ id }) => slugs.get(id) ?? '',
    (entries) =>
      collectionOf(entries, ({ id, clave, categoriaId, nota: _nota, numero: _numero, ...values }) => {
        const { nombre: categoria = null, dia = null } = categorias.get(categoriaId) ?? {}
        return [keyOf({ id, clave }), { ...values, categoria, dia }]
      }),
  )
}

/** The categories with where the rounds among them came from. The category that a round came from may be deleted. */
export function readOrigenes({ extra }: Arbol, entradas: Entradas): Rows['categorias'] {
  const origenes = new Map(
    recordsOf(extra.origen).map(([id, { categoria: categoriaId, nombre, pasan, lugares }]) => {
      const known = pasan.flatMap((ref) => entradas.find('origen', id, 'pasan', ref))
      const origen: Origen = { categoriaId, nombre, pasan: known, ...(lugares !== null && { lugares }) }
      return [id, JSON.stringify(origen)]
    }),
  )
  return entradas.categorias.map((row) => ({ ...row, origen: origenes.get(row.id) ?? null }))
}

/** Where the rounds of an event came from. Entries that are deleted are left out. */
export function writeOrigenes({ categorias }: Pick<Rows, 'categorias'>, refs: Refs): Extra['origen'] {
  return collectionOf(categorias, (row) => {
    const origen = origenOf(row)
    if (origen === null) return [row.id, null]
    const { categoriaId: categoria, pasan, ...rest } = origen
    return [row.id, { categoria, pasan: pasan.flatMap((id) => refs.get(id) ?? []), ...rest }]
  })
}
