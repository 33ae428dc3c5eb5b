import { centesimasOf, type Centesimas } from './calificacion.ts'
import { sortByJuez, type CompetidorCalificado, type Resultado } from './resultados.ts'

/** The place of one entry by the marks of one judge, and its final place. */
export interface LugarDeJuez {
  readonly competidor: string
  /** The place by the marks of this judge alone; equal marks share the better place. */
  readonly lugar: number
  readonly final: number
  readonly puntos: Centesimas
}

/** The mean, the standard deviation and the places of one judge in a category. */
export interface FilaDePanel {
  readonly juezId: string
  readonly juez: string
  /** Hundredths, rounded. */
  readonly media: Centesimas
  /** Standard deviation of the marks, in hundredths, rounded; 0 with one mark. */
  readonly dispersion: Centesimas
  /** In the order of the final places. */
  readonly lugares: readonly LugarDeJuez[]
}

/**
 * The figures of each judge over the ranked entries of a category, by name. Two judges of one name have a row each. `puestos`:
 * the results of the category. Entries without a place have no marks.
 */
export function panelDeCategoria(
  competidores: readonly CompetidorCalificado[],
  { puestos }: Pick<Resultado, 'puestos'>,
): FilaDePanel[] {
  const byId = new Map(competidores.map((competidor) => [competidor.id, competidor]))
  const marcas = puestos.flatMap(({ id, nombre, lugar }) =>
    lugar === null
      ? []
      : (byId.get(id)?.marcas ?? []).map(({ juezId, juez, l_calificacion }) => ({
          juezId,
          juez,
          competidor: nombre,
          final: lugar,
          puntos: centesimasOf(l_calificacion),
        })),
  )
  const filas = [...Map.groupBy(marcas, ({ juezId }) => juezId)].map(([juezId, dadas]) => ({
    juezId,
    juez: dadas[0]?.juez ?? '',
    ...figuresOf(dadas.map(({ puntos }) => puntos)),
    lugares: dadas.map(({ competidor, final, puntos }) => ({
      competidor,
      final,
      puntos,
      lugar: 1 + dadas.filter((other) => other.puntos > puntos).length,
    })),
  }))
  return sortByJuez(filas)
}

function figuresOf(puntos: readonly Centesimas[]): { readonly media: Centesimas; readonly dispersion: Centesimas } {
  const mean = puntos.reduce((sum, value) => sum + value, 0) / puntos.length
  const variance = puntos.reduce((sum, value) => sum + (value - mean) ** 2, 0) / puntos.length
  return { media: Math.round(mean), dispersion: Math.round(Math.sqrt(variance)) }
}
