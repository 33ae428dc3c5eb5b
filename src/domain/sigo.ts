import { tituloOf } from './categoria.ts'
import type { Dia } from './dia.ts'
import { cercaniasOf, type Renglon } from './estatus.ts'
import type { CategoriaDeJornada, Jornada } from './jornada.ts'
import { numeroText } from './numero.ts'
import type { Seguidos } from './seguidos.ts'

/** An entry that has a name. */
type Nombrada = CategoriaDeJornada<CategoriaDeJornada['competidores'][number] & { readonly nombre: string }>

/** The running order of a day; without `categorias` while it is not known. */
export interface DiaDeSigo {
  readonly dia: Dia
  readonly isLive: boolean
  readonly categorias: Jornada<Nombrada>['categorias'] | undefined
}

/** A followed entry in the region `Sigo`. */
export interface Sigo extends Pick<Renglon, 'hora' | 'puedeSerAntes'> {
  readonly id: string
  /** `N.º 31A`; null while the order of its day is open. */
  readonly numero: string | null
  readonly nombre: string
  readonly categoriaId: string
  /** The title of its category. */
  readonly titulo: string
  /** Its day; `null` for the live day. */
  readonly dia: Dia | null
  /** How far it is from its turn. See `cercaniasOf`. */
  readonly cercania: string | null
}

/** The followed entries in order of day and position, those of the live day first. */
export function sigoOf(seguidos: Seguidos, dias: readonly DiaDeSigo[]): Sigo[] {
  const liveFirst = dias.toSorted((a, b) => Number(b.isLive) - Number(a.isLive))
  return liveFirst.flatMap(({ dia, isLive, categorias = [] }) => {
    const all = categorias.flatMap(({ renglones }) => renglones)
    const cercanias = cercaniasOf(all, isLive)
    return categorias.flatMap(({ categoria, renglones }) =>
      renglones
        .filter(({ competidor }) => seguidos.includes(competidor.id))
        .map(({ competidor: { id, nombre, numero }, hora, puedeSerAntes = false }) => ({
          id,
          nombre,
          categoriaId: categoria.id,
          numero: numero === undefined ? null : numeroText(numero),
          titulo: tituloOf(categoria),
          dia: isLive ? null : dia,
          hora,
          puedeSerAntes,
          cercania: cercanias.get(id) ?? null,
        })),
    )
  })
}

/** The followed entries that still exist. All of them while a day is not known. */
export function quedanOf(seguidos: Seguidos, dias: readonly DiaDeSigo[]): Seguidos {
  if (dias.some(({ categorias }) => !categorias)) return seguidos
  const known = new Set(
    dias.flatMap(({ categorias = [] }) =>
      categorias.flatMap(({ renglones }) => renglones.map(({ competidor }) => competidor.id)),
    ),
  )
  return seguidos.every((id) => known.has(id)) ? seguidos : seguidos.filter((id) => known.has(id))
}
