import type { Actor } from './actor.ts'
import { headJudgeOf, type Juez } from './jurado.ts'

/** The embargo: while results are retained, those of a category stay secret until it is announced. */
export interface Embargo {
  readonly retener: boolean
  /** The announced categories, by id. */
  readonly anunciadas: readonly string[]
}

/** Whether the results of a category wait for its announcement. */
export function isRetenida({ retener, anunciadas }: Embargo, categoriaId: string): boolean {
  return retener && !anunciadas.includes(categoriaId)
}

/** Whether an actor runs the results, and knows all of them: an administrator or a head judge. */
export function isOrganiser(actor: Actor, jueces: readonly Juez[]): boolean {
  return actor.role === 'admin' || headJudgeOf(jueces, actor) !== undefined
}

/**
 * What an actor knows of a category.
 *
 * - `nada`: nothing, because its day is hidden.
 * - `anuncio`: its title and state, and that it will be announced.
 * - `resultados`: its results. A judge who owes marks gets a part of them (`reserva.ts`).
 */
export type Conocido = 'nada' | 'anuncio' | 'resultados'

/** Decides what an audience knows of a category. Each view that shows marks or places to others than organisers asks it. */
export function conocidoPor(
  actor: Actor,
  jueces: readonly Juez[],
  { publicado, retenida }: { readonly publicado: boolean; readonly retenida: boolean },
): Conocido {
  if (isOrganiser(actor, jueces)) return 'resultados'
  if (!publicado) return 'nada'
  return retenida ? 'anuncio' : 'resultados'
}

/** Whether an entry of a category that has results has a mark: then its announcement tells something. */
export function hasMarcas(
  entradas: readonly { readonly orden: number | null; readonly marcas: readonly unknown[] }[],
): boolean {
  return entradas.some(({ orden, marcas }) => orden !== null && marcas.length > 0)
}

/** The question before the switch is turned off; null when nothing would become public. `marcadas`: retained categories with a mark. */
export function publicarText(marcadas: number): string | null {
  if (marcadas === 0) return null
  return `¿Publicar ahora los resultados de ${marcadas === 1 ? '1 categoría' : `${marcadas} categorías`}?`
}
