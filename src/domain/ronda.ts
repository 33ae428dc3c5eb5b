import { nombreOf } from './competidor.ts'
import { joinNombres } from './plural.ts'
import { empatadosOf } from './empate.ts'
import { type CompetidorCalificado, type Resultado } from './resultados.ts'

/**
 * The entries (ids) that pass to the next round, best first: the first `pasan` that have a place, and all that are still tied
 * with the last of them.
 */
export function cutOf(resultado: Pick<Resultado, 'puestos' | 'empates'>, pasan: number): string[] {
  const ids = resultado.puestos.filter(({ lugar }) => lugar !== null).map(({ id }) => id)
  const first = ids.slice(0, Math.max(0, pasan))
  const last = first.at(-1)
  const tied = empatadosOf(resultado).find((empate) => last !== undefined && empate.includes(last)) ?? []
  return [...first, ...tied.filter((id) => !first.includes(id))]
}

/** Where a round comes from. */
export interface Origen {
  readonly categoriaId: string
  /** The name of that category, which may be deleted since. */
  readonly nombre: string
  /** The ids of its entries that passed. */
  readonly pasan: readonly string[]
  /** The number of places of the round, without ties. Absent in earlier data: as many as passed. */
  readonly lugares?: number
}

const lugaresDe = ({ lugares, pasan }: Origen): number => lugares ?? pasan.length

/** The names of the entries by which a round and the best of its source differ. */
export interface CambioDeRonda {
  readonly salen: readonly string[]
  readonly entran: readonly string[]
}

/** The entries of a round. `copiaOf` gives the id of the copy of an entry of the source. */
interface Ronda {
  readonly entries: readonly Pick<CompetidorCalificado, 'id' | 'nombre' | 'retiro'>[]
  readonly copiaOf: (id: string) => string
}

/**
 * Compares the entries of a round with the best that its source has now. `salen`: entries of the round that are not among
 * them; a copy that is deleted, moved or withdrawn has left the round already. `entran`: the best that never passed.
 */
export function cambioDeRonda(
  origen: Origen,
  resultado: Pick<Resultado, 'puestos' | 'empates'>,
  { entries, copiaOf }: Ronda,
): CambioDeRonda {
  const { pasan } = origen
  const best = cutOf(resultado, lugaresDe(origen))
  const salen = pasan.filter((id) => !best.includes(id)).map(copiaOf)
  return {
    salen: entries.filter(({ id, retiro }) => salen.includes(id) && retiro === null).map(nombreOf),
    entran: resultado.puestos.filter(({ id }) => best.includes(id) && !pasan.includes(id)).map(nombreOf),
  }
}

/**
 * The best entry of the source that never passed, with all that are tied with it, and the number of places that the round has
 * with them. No ids: all that have a place passed.
 */
export function siguientesDe(
  resultado: Pick<Resultado, 'puestos' | 'empates'>,
  origen: Origen,
): { readonly ids: readonly string[]; readonly lugares: number } {
  const ranked = cutOf(resultado, Infinity)
  const at = ranked.findIndex((id) => !origen.pasan.includes(id)) + 1
  const ids = cutOf(resultado, at).filter((id) => !origen.pasan.includes(id))
  return { ids, lugares: Math.max(at, lugaresDe(origen)) }
}

/** `Final: la eliminatoria cambió. Sale Ana, entraría Luz.`, from the name of the round and the names of the entries. */
export function cambioText(ronda: string, { salen, entran }: CambioDeRonda): string {
  const parts = [
    salen.length > 0 && `${salen.length === 1 ? 'sale' : 'salen'} ${joinNombres(salen)}`,
    entran.length > 0 && `${entran.length === 1 ? 'entraría' : 'entrarían'} ${joinNombres(entran)}`,
  ]
  const change = parts.filter(Boolean).join(', ')
  return `${ronda}: la eliminatoria cambió. ${change.charAt(0).toUpperCase()}${change.slice(1)}.`
}

/** Follows the question or the message of an act in the source of rounds; empty where nothing passed. */
export function yaPasoText(rondas: string | undefined): string {
  return rondas ? ` Ya pasó a ${rondas}.` : ''
}

/** The running order of a round: from the last to the first of the passing entries, or drawn. */
export const ORDENES_DE_RONDA = ['sorteo', 'inverso'] as const
export type OrdenDeRonda = (typeof ORDENES_DE_RONDA)[number]

/** The running order of the entries (ids) of a round, given best first. `random` returns numbers from 0 to below 1. */
export function ordenDeRonda(ids: readonly string[], orden: OrdenDeRonda, random: () => number): string[] {
  return orden === 'inverso' ? ids.toReversed() : shuffle(ids, random)
}

/** Fisher–Yates: every order is equally likely. */
function shuffle(ids: readonly string[], random: () => number): string[] {
  const rest = [...ids]
  return ids.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1))
}
