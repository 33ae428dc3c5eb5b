import { empatadosOf, type Resultado } from './resultados.ts'

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
}

/** The running order of a round: from the last to the first of those who pass, or drawn. */
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
