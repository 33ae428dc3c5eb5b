import { matchesCompetidor } from './busqueda.ts'
import { renglonesOf, type Programado, type Renglon } from './estatus.ts'
import { proximosOf, type CategoriaDeJornada, type CategoriaEnDia } from './jornada.ts'
import type { Ficha } from './numero.ts'
import type { EnTurno } from './turno.ts'

/** A tap of the switch `Llegó` of an entry. `at`: the server's time as the device knew it, ms since 1970. */
export interface Toque {
  readonly competidorId: string
  readonly llego: boolean
  readonly at: number
}

/** Most taps of one request: a device sends the rest with the next one. */
export const TOQUES_MAX = 200

/** The tap that counts of two for one entry: the later one; of two at the same time `Llegó`. */
export function laterOf<T extends Omit<Toque, 'competidorId'>>(a: T | undefined, b: T): T {
  if (!a || b.at > a.at) return b
  return b.at === a.at && b.llego && !a.llego ? b : a
}

/** Of each entry the tap that counts, by its id. */
export function toquesOf(toques: readonly Toque[]): ReadonlyMap<string, Toque> {
  const counts = new Map<string, Toque>()
  for (const toque of toques) counts.set(toque.competidorId, laterOf(counts.get(toque.competidorId), toque))
  return counts
}

/**
 * A tap made now (`at`, with or without a fraction). It is later than the tap that the page shows, of the time `antes` (0: none), also
 * where the clock of the device is behind.
 */
export function toqueAfter(antes: number, { at, ...toque }: Toque): Toque {
  return { ...toque, at: Math.max(Math.round(at), antes + 1) }
}

/** A category at the door with the entries that it lists. Withdrawn ones are not counted. */
export interface CategoriaPorLlegar<G extends CategoriaDeJornada> {
  readonly categoria: G
  readonly renglones: readonly Renglon<G['competidores'][number]>[]
  readonly llegaron: number
  readonly de: number
}

/**
 * What the stage door lists: the entries of a day that the turn has not passed, from the one in course on, and those that it
 * passed over (`sinTurno`). Categories without such an entry are left out.
 */
export function porLlegarOf<G extends CategoriaDeJornada>(
  categorias: readonly CategoriaEnDia<G>[],
  sinTurno: readonly string[],
  hasLlegado: (id: string) => boolean,
): readonly CategoriaPorLlegar<G>[] {
  return categorias.flatMap(({ categoria, renglones: all }) => {
    const renglones = all.filter(
      ({ competidor, estatus }) => estatus !== 'Finalizado' || sinTurno.includes(competidor.id),
    )
    const compiten = renglones.filter(({ competidor }) => competidor.retiro === null)
    const llegaron = compiten.filter(({ competidor }) => hasLlegado(competidor.id)).length
    return renglones.length === 0 ? [] : [{ categoria, renglones, llegaron, de: compiten.length }]
  })
}

type Buscado = Renglon<Programado & Pick<Ficha, 'nombre' | 'compania'>>

/** Whether the search of the stage door finds an entry: by its name, its company, or its number or turn. */
export function matchesEnPuerta({ competidor, turno }: Buscado, texto: string): boolean {
  return matchesCompetidor(competidor, texto) || texto.trim().toUpperCase() === (competidor.numero ?? String(turno))
}

/** How many entries of the listed categories have not arrived. */
export function faltanOf(
  categorias: readonly Pick<CategoriaPorLlegar<CategoriaDeJornada>, 'llegaron' | 'de'>[],
): number {
  return categorias.reduce((faltan, { llegaron, de }) => faltan + de - llegaron, 0)
}

/** What desk and announcer read beside an entry that `sinLlegarOf` names. */
export const NO_HA_LLEGADO = 'No ha llegado'

/** How many of the next entries are marked while they have not arrived. */
const PROXIMOS = 10

/**
 * The ids of the next entries that dance after the one in course and have not arrived. None before the first tap of the day.
 * `competidores`: the running order of the day.
 */
export function sinLlegarOf(
  competidores: readonly Programado[],
  turno: EnTurno,
  toques: readonly Pick<Toque, 'competidorId' | 'llego'>[],
): string[] {
  if (toques.length === 0) return []
  const llegaron = new Set(toques.filter(({ llego }) => llego).map(({ competidorId }) => competidorId))
  const renglones = renglonesOf(competidores, turno, { clock: null, minutos: 0 })
  return proximosOf(renglones, turno, PROXIMOS).flatMap(({ competidor: { id } }) => (llegaron.has(id) ? [] : [id]))
}
