import { centesimasOf, type Centesimas } from './calificacion.ts'
import type { MarcaDeJuez } from './jurado.ts'
import { sortByJuez, puestosOf, type CompetidorCalificado, type Marca } from './resultados.ts'

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

interface Calificado extends CompetidorCalificado {
  readonly marcas: readonly (Marca & Pick<MarcaDeJuez, 'juezId'>)[]
}

/** The figures of each judge over the ranked entries of a category, by name. Two judges of one name have a row each. */
export function panelDeCategoria(competidores: readonly Calificado[]): FilaDePanel[] {
  const puestos = puestosOf(competidores)
  const byId = new Map(competidores.map((competidor) => [competidor.id, competidor]))
  const marcas = puestos.flatMap((puesto) =>
    (byId.get(puesto.id)?.marcas ?? []).map(({ juezId, juez, l_calificacion }) => ({
      juezId,
      juez,
      competidor: puesto.nombre,
      final: puesto.lugar,
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
