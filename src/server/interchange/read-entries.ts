import type { Arbol } from '#contract/interchange.ts'
import { isUsable, sameNombre, slugOf } from '#domain/categoria.ts'
import { isDia, type Dia } from '#domain/dia.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'
import type { Notices } from './notices.ts'
import { compare, orNull, recordsOf } from './records.ts'
import { freeId } from './rows.ts'

/** An entry with the key it has in the tree, under its category's slug. */
export interface Entry {
  readonly clave: string
  readonly row: CompetidoresTable
}

type Placed = Omit<CompetidoresTable, 'id' | 'clave'> & {
  readonly clave: string
  readonly slug: string
  readonly from: string
}

export function readCategorias({ categorias, extra }: Arbol, notices: Notices): CategoriasTable[] {
  const criterios = new Map(recordsOf(extra?.criterios))
  const rows = recordsOf(categorias).map(([id, one]) => {
    if (one.id && one.id !== id) {
      notices.warn(['categorias', id, 'id'], `Dice «${one.id}»; se usa el identificador «${id}».`)
    }
    return {
      id,
      nombre: orNull(one.nombre),
      dia: diaOf(one.dia),
      orden: one.orden ?? null,
      fechaCreacion: orNull(one.fechaCreacion),
      criterios: criterios.get(id) ?? null,
    }
  })
  for (const [index, row] of rows.entries()) {
    if (!isUsable(row.nombre ?? '')) notices.fault(['categorias', row.id, 'nombre'], 'Ese nombre no se puede usar.')
    const first = rows.slice(0, index).find((other) => other.dia === row.dia && isNamed(other, row.nombre))
    if (row.nombre !== null && first) {
      notices.fault(
        ['categorias', row.id, 'nombre'],
        `«${row.nombre}» ya está ${enDia(row.dia)}: categorias/${first.id}.`,
      )
    }
  }
  for (const id of criterios.keys()) {
    if (!rows.some((row) => row.id === id)) notices.fault(['extra', 'criterios', id], 'No existe esa categoría.')
  }
  return rows
}

/** Every entry under the category of its day that has its category's name. One slug may hold entries of several. */
export function readEntries(tree: Arbol, categorias: readonly CategoriasTable[], notices: Notices): Entry[] {
  const users = new Set(recordsOf(tree.users).map(([uid]) => uid))
  const found = recordsOf(tree.competidores).flatMap(([slug, entries]) =>
    recordsOf(entries).flatMap(([clave, one]): Placed[] => {
      const path = ['competidores', slug, clave]
      if (one.usuarioId && !users.has(one.usuarioId)) {
        notices.warn(
          [...path, 'usuarioId'],
          `No hay un usuario «${one.usuarioId}»: la inscripción se conserva y la administra la organización.`,
        )
      }
      const categoria = findCategoria(categorias, diaOf(one.dia), orNull(one.categoria))
      if (!categoria) {
        // A day or name that is none has been told already.
        const told = notices.hasFault([...path, 'dia']) || notices.hasFault([...path, 'categoria'])
        if (!told) notices.fault([...path, 'categoria'], missing(diaOf(one.dia), one.categoria))
        return []
      }
      const own = slugOf(categoria.nombre ?? '')
      if (own !== slug)
        notices.warn(path, `Su categoría es «${categoria.nombre ?? ''}»: al exportar estará en «${own}».`)
      const { nombre, compania, usuarioId, fechaInscripcion, musicaPath, orden } = one
      return [
        {
          clave,
          slug: own,
          from: slug,
          categoriaId: categoria.id,
          nombre: orNull(nombre),
          compania: orNull(compania),
          usuarioId: orNull(usuarioId),
          fechaInscripcion: orNull(fechaInscripcion),
          musicaPath: orNull(musicaPath),
          orden: orden ?? null,
        },
      ]
    }),
  )
  return withIds(found)
}

/**
 * Ids are one per event here, and one per slug in the tree. The first to come keeps its own; another of the same key gets
 * an id of its own and keeps the key as `clave`, to be given back under it, unless its slug already has that key.
 */
function withIds(found: readonly Placed[]): Entry[] {
  const order = found.toSorted(
    (a, b) => compare(a.slug, b.slug) || compare(a.clave, b.clave) || compare(a.from, b.from),
  )
  const taken = new Set(order.map(({ clave }) => clave))
  const used = new Set<string>()
  const places = new Set<string>()
  return order.map(({ clave, slug, from: _from, ...values }) => {
    const id = used.has(clave) ? freeId(clave, taken) : clave
    const place = JSON.stringify([slug, clave])
    const keeps = !places.has(place)
    places.add(place)
    taken.add(id)
    used.add(id)
    return { clave: keeps ? clave : id, row: { id, clave: keeps && id !== clave ? clave : null, ...values } }
  })
}

/** The category of a day that has a name; or, for what has no name, the only one there without. */
export function findCategoria(
  categorias: readonly CategoriasTable[],
  dia: Dia | null,
  nombre: string | null,
): CategoriasTable | undefined {
  const found = categorias.filter((one) => one.dia === dia && isNamed(one, nombre))
  // Two of one name have been refused already: the entries need not be told off as well.
  return nombre !== null || found.length === 1 ? found[0] : undefined
}

function isNamed(categoria: CategoriasTable, nombre: string | null): boolean {
  if (categoria.nombre === null || nombre === null) return categoria.nombre === nombre
  return sameNombre(categoria.nombre, nombre)
}

function diaOf(dia: string | null | undefined): Dia | null {
  return isDia(dia) ? dia : null
}

function missing(dia: Dia | null, nombre: string | null | undefined): string {
  return nombre ? `No hay una categoría «${nombre}» ${enDia(dia)}.` : 'Falta la categoría.'
}

export function enDia(dia: Dia | null): string {
  return dia === null ? 'entre las que no tienen día' : `el ${dia}`
}
