import type { Criterio } from '#domain/criterios.ts'
import type { Regla } from '#domain/metodo.ts'
import type { CompetidorCalificado, Resultado } from '#domain/resultados.ts'
import type { CategoriaDada, Esperado } from './metodos.ts'

/** A category of the oracle as the product takes it. */
export function productOf({
  entradas,
  criterios,
  regla,
}: CategoriaDada): [CompetidorCalificado[], readonly Criterio[], Regla] {
  const competidores = entradas.map(({ penalizaciones, ...entrada }) => ({
    ...entrada,
    penalizaciones: penalizaciones.map(({ puntos }, index) => ({
      id: `${entrada.id}-${index}`,
      puntos,
      motivo: 'Tarde',
      autor: 'Amparo',
      fecha: '2025-04-11T16:00:00.000Z',
    })),
  }))
  return [competidores, criterios, regla]
}

/** A result of the product as the oracle writes it: with what each mark of a ranked entry did. */
export function seenOf({ entradas }: CategoriaDada, resultado: Resultado): Esperado {
  const ranked = entradas
    .filter(({ orden, retiro }) => orden !== null && retiro === null)
    .toSorted((a, b) => (a.orden ?? 0) - (b.orden ?? 0) || (a.id < b.id ? -1 : 1))
  const { puestos, empates, sinContar, efectoOf } = resultado
  const efectos = ranked.flatMap(({ id, marcas }) =>
    marcas.map(({ juezId }) => ({ competidorId: id, juezId, ...efectoOf(id, juezId) })),
  )
  return { puestos, empates, sinContar, efectos }
}
