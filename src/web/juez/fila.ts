import type { CategoriaDeJuezPart } from '#contract/views/jueces.ts'
import { totalOfPapeleta } from '#domain/papeleta.ts'
import type { Fila } from '#domain/porCalificar.ts'
import { markOf, papeletaOf, type Marcas, type Mark } from '../outbox/mark.ts'

/** An entry of the judge's running order. */
export type FilaDeJuez = Fila<CategoriaDeJuezPart>

/** Number of earlier marks shown beside a criterion. */
const ANTERIORES_MAX = 3

/** Whether the judge can score the entry: assigned, competing, in an open category; or a mark was begun before. */
export function isPuntuable({ situacion, categoria, entrada }: FilaDeJuez): boolean {
  if (situacion === 'borrador' || situacion === 'reabierta') return true
  return situacion === 'libre' && categoria.asignada && !categoria.cerrada && entrada.retiro === null
}

/** The total of the mark of an entry. An imported mark keeps its own. */
export function shownTotalOf({ entrada, categoria, situacion }: FilaDeJuez, mark: Mark | undefined): string {
  const isStored = mark === undefined && situacion === 'enviada'
  return isStored && entrada.marca
    ? entrada.marca.l_calificacion
    : totalOfPapeleta(papeletaOf(mark, entrada), categoria)
}

/**
 * The judge's own marks of one criterion for the entries before this one in the category, the nearest first, at most
 * `ANTERIORES_MAX`.
 */
export function anterioresDe(filas: readonly FilaDeJuez[], fila: FilaDeJuez, clave: string, marcas: Marcas): string[] {
  return filas
    .filter(
      ({ categoria, posicion, situacion }) =>
        categoria.id === fila.categoria.id &&
        posicion < fila.posicion &&
        ['enviada', 'pendiente', 'tardia', 'reabierta'].includes(situacion),
    )
    .toReversed()
    .flatMap(({ entrada }) => papeletaOf(markOf(marcas, entrada), entrada)[clave] ?? [])
    .slice(0, ANTERIORES_MAX)
}
