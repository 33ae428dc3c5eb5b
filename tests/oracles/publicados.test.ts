import { expect, test } from 'vitest'
import { resultadoOf } from '#domain/clasificacion.ts'
import { productOf } from './producto.ts'
import { esperadoDe, type CategoriaDada } from './metodos.ts'
import { categoriaOf, LUGARES_POR_PUNTOS, lugaresOf, porPuntos, PUBLICADOS } from './publicados.ts'

interface Visto {
  readonly id: string
  readonly lugar: number | null
}

/** The place of each couple in the order of the category. Couples of a tie have the first of its places. */
function compartidos(
  { entradas }: CategoriaDada,
  { puestos, empates }: { readonly puestos: readonly Visto[]; readonly empates: readonly { ids: readonly string[] }[] },
): (number | null | undefined)[] {
  const lugarOf = (id: string) => puestos.find((puesto) => puesto.id === id)?.lugar
  return entradas.map(({ id }) => lugarOf(empates.find(({ ids }) => ids.includes(id))?.ids[0] ?? id))
}

test.each(PUBLICADOS)('$fuente, $caso: the oracle gives the published places', (publicado) => {
  const categoria = categoriaOf(publicado)
  expect(compartidos(categoria, esperadoDe(categoria))).toEqual(lugaresOf(publicado))
})

test.each(PUBLICADOS)('$fuente, $caso: the product gives the published places', (publicado) => {
  const categoria = categoriaOf(publicado)
  expect(compartidos(categoria, resultadoOf(...productOf(categoria)))).toEqual(lugaresOf(publicado))
})

const METODOS = ['mayoria', 'suma', 'recortada'] as const

test.each(METODOS)('JessieArr/RelativePlacement, points: the oracle gives the places of the method %s', (metodo) => {
  const categoria = porPuntos(metodo)
  expect(compartidos(categoria, esperadoDe(categoria))).toEqual(LUGARES_POR_PUNTOS[metodo])
})

test.each(METODOS)('JessieArr/RelativePlacement, points: the product gives the places of the method %s', (metodo) => {
  const categoria = porPuntos(metodo)
  expect(compartidos(categoria, resultadoOf(...productOf(categoria)))).toEqual(LUGARES_POR_PUNTOS[metodo])
})
