import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalOfCriterios } from '#domain/pesos.ts'
import { resultadoOf } from '#domain/clasificacion.ts'
import { randomCategoria, smallest } from './categorias.ts'
import { esperadoDe, totalPonderado, type CategoriaDada } from './metodos.ts'
import { productOf, seenOf } from './producto.ts'

test('10,000 random categories: places, points, ties, reasons and the effect of each mark are those of the oracle', () => {
  for (let seed = 1; seed <= 10_000; seed += 1) {
    const categoria = randomCategoria(seed)
    if (!isDeepStrictEqual(seenBy(categoria), esperadoDe(categoria))) explain(categoria)
  }
}, 240_000)

function seenBy(categoria: CategoriaDada): unknown {
  return seenOf(categoria, resultadoOf(...productOf(categoria)))
}

/** Fails with the smallest category that the product and the oracle see differently. */
function explain(categoria: CategoriaDada): void {
  const least = smallest(categoria, (one) => !isDeepStrictEqual(seenBy(one), esperadoDe(one)))
  expect(seenBy(least), describe(least)).toStrictEqual(esperadoDe(least))
}

test('the random categories meet every rule often', () => {
  const categorias = Array.from({ length: 3_000 }, (_, seed) => randomCategoria(seed))
  const esperados = categorias.map((categoria) => ({ ...categoria, ...esperadoDe(categoria) }))
  const count = (does: (one: (typeof esperados)[number]) => boolean) => esperados.filter(does).length
  const says = (start: string) => count(({ puestos }) => puestos.some(({ razones }) => razones.join().includes(start)))

  expect(count(({ puestos }) => puestos.length > 15)).toBeGreaterThan(5)
  expect(says('Mayoría: ')).toBeGreaterThan(500)
  expect(says('Desempate: ')).toBeGreaterThan(300)
  expect(says('Desempate: Total del juez principal')).toBeGreaterThan(50)
  expect(says('Empate resuelto por ')).toBeGreaterThan(100)
  expect(count(({ empates }) => empates.some(({ autor }) => autor === null))).toBeGreaterThan(300)
  expect(count(({ sinContar }) => sinContar.length > 0)).toBeGreaterThan(100)
  expect(count(({ puestos }) => puestos.some(({ lugar }) => lugar === null))).toBeGreaterThan(50)
  expect(
    count(({ efectos }) => efectos.some(({ lugar }) => lugar !== null && !Number.isInteger(lugar))),
  ).toBeGreaterThan(100)
  expect(
    count(({ regla, efectos }) => regla.metodo === 'recortada' && efectos.some(({ cuenta }) => !cuenta)),
  ).toBeGreaterThan(100)
  expect(
    count(({ regla, puestos, efectos }) => {
      const isMayoria = regla.metodo === 'mayoria' && efectos.length > 0
      return isMayoria && puestos.every(({ razones }) => !razones.join().includes('Mayoría'))
    }),
  ).toBeGreaterThan(20)
})

/** Points and a weight for each of some criteria, in hundredths. */
const pesados = fc.array(fc.record({ puntos: fc.nat({ max: 10_00 }), peso: fc.integer({ min: 1, max: 1000_00 }) }), {
  minLength: 1,
  maxLength: 8,
})

test('the weighted total of a judge is that of the oracle, halves up', () => {
  fc.assert(
    fc.property(pesados, fc.boolean(), fc.boolean(), (unos, isRound, hasPesos) => {
      const criterios = unos.map((_, index) => ({ clave: `c${index}`, nombre: `Criterio ${index}` }))
      // Round figures give halves of a hundredth often.
      const pesos = unos.map(({ peso }) => (isRound ? 25 * (1 + (peso % 8)) : peso))
      const puntos = unos.map(({ puntos }) => (isRound ? puntos - (puntos % 5) : puntos))
      const total = totalOfCriterios(
        new Map(criterios.map(({ clave }, index) => [clave, puntos[index] ?? 0])),
        criterios,
        hasPesos ? Object.fromEntries(criterios.map(({ clave }, index) => [clave, pesos[index] ?? 0])) : {},
      )
      expect(total).toBe(totalPonderado(puntos, hasPesos ? pesos : []))
    }),
    { numRuns: 3_000, seed: 10 },
  )
})

test('equal weights and an empty list give the places and points of the plain sum', () => {
  const panel = fc.array(fc.array(fc.nat({ max: 6 }), { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(panel, fc.integer({ min: 1, max: 1000_00 }), (filas, peso) => {
      const criterios = ['a', 'b', 'c'].map((clave) => ({ clave, nombre: clave }))
      const pesos = { a: peso, b: peso, c: peso }
      const totalBy = (puntosOf: (puntos: ReadonlyMap<string, number>) => number): CategoriaDada => ({
        entradas: filas.map((fila, index) => ({
          id: `e${index}`,
          nombre: 'Ana y Luis',
          compania: null,
          orden: index,
          penalizaciones: [],
          retiro: null,
          marcas: ['Ana', 'Benny', 'Celia'].map((juez, j) => {
            const puntos = new Map(criterios.map(({ clave }, c) => [clave, 5 * (fila[3 * j + c] ?? 0)]))
            return { juezId: juez, juez, l_calificacion: (puntosOf(puntos) / 100).toFixed(2), criterios: {} }
          }),
        })),
        criterios,
        regla: { metodo: 'suma', desempate: [], principales: [], empates: [] },
      })
      const sums = (puntos: ReadonlyMap<string, number>) => [...puntos.values()].reduce((sum, one) => sum + one, 0)
      const [competidores] = productOf(totalBy(sums))
      const weighted = totalBy((puntos) => totalOfCriterios(puntos, criterios, pesos))
      expect(resultadoOf(...productOf(weighted)).puestos).toEqual(resultadoOf(competidores, criterios).puestos)
    }),
    { numRuns: 1_000, seed: 11 },
  )
})

/** A category on a few lines, to be read by a person. */
function describe({ entradas, criterios, regla }: CategoriaDada): string {
  const lines = entradas.map(({ id, orden, retiro, penalizaciones, marcas }) =>
    [
      `${id}, orden ${orden}`,
      ...(retiro ? ['retirada'] : []),
      ...penalizaciones.map(({ puntos }) => `−${puntos}`),
      ...marcas.map(
        ({ juezId, juez, l_calificacion, criterios }) =>
          `${juez} (${juezId}): ${JSON.stringify(l_calificacion)} ${JSON.stringify(criterios)}`,
      ),
    ].join('; '),
  )
  return ['The smallest category:', JSON.stringify(regla), JSON.stringify(criterios), ...lines].join('\n')
}
