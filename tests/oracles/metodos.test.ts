import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resultadoOf } from '#domain/clasificacion.ts'
import { casos } from '../support/random.ts'
import { randomCategoria, smallest } from './categorias.ts'
import { esperadoDe, type CategoriaDada } from './metodos.ts'
import { productOf, seenOf } from './producto.ts'

const dadas = Array.from({ length: casos(3_000) }, (_, seed) => {
  const categoria = randomCategoria(seed)
  return { categoria, esperado: esperadoDe(categoria) }
})

test('random categories: places, points, ties, reasons and the effect of each mark are those of the oracle', () => {
  for (const { categoria, esperado } of dadas) if (!isDeepStrictEqual(seenBy(categoria), esperado)) explain(categoria)
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
  const esperados = dadas.map(({ categoria, esperado }) => ({ ...categoria, ...esperado }))
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

const TODOS = ['j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7']

/** Entries by their totals, in hundredths, judge by judge; null: not marked. */
function categoriaOf(metodo: 'suma' | 'recortada', filas: readonly (readonly (number | null)[])[]): CategoriaDada {
  const jueces = TODOS.slice(0, filas[0]?.length)
  return {
    entradas: filas.map((fila, index) => ({
      id: `e${index}`,
      nombre: 'Ana y Luis',
      compania: null,
      orden: index,
      penalizaciones: [],
      retiro: null,
      marcas: fila.flatMap((total, at) => {
        const juez = jueces[at] ?? ''
        return total === null ? [] : [{ juezId: juez, juez, l_calificacion: (total / 100).toFixed(2), criterios: {} }]
      }),
    })),
    criterios: [],
    regla: { metodo, desempate: [], principales: [], empates: [], panel: jueces, excluidos: [] },
  }
}

const puntosIn = (categoria: CategoriaDada) => {
  const { puestos } = resultadoOf(...productOf(categoria))
  return new Map(puestos.map(({ id, puntos, lugar }) => [id, { puntos, lugar: lugar ?? Infinity }]))
}

/** Totals of 1 to 6 entries by 1 to 7 judges, some missing. */
const filas = fc.integer({ min: 1, max: 7 }).chain((jueces) =>
  fc.array(fc.array(fc.option(fc.nat({ max: 60_00 }), { freq: 4 }), { minLength: jueces, maxLength: jueces }), {
    minLength: 1,
    maxLength: 6,
  }),
)

test.each(['suma', 'recortada'] as const)(
  'with %s, a further mark never lowers its entry below another one',
  (metodo) => {
    fc.assert(
      fc.property(filas, fc.nat(), fc.nat({ max: 60_00 }), (some, pick, total) => {
        const missing = some.flatMap((fila, row) => fila.flatMap((one, at) => (one === null ? [{ row, at }] : [])))
        const place = missing[pick % Math.max(1, missing.length)]
        if (!place) return
        const { row, at } = place
        const [before, after] = [some, some.with(row, (some[row] ?? []).with(at, total))].map((list) =>
          puntosIn(categoriaOf(metodo, list)),
        )
        const own = `e${row}`
        expect(after?.get(own)?.puntos).toBeGreaterThanOrEqual(before?.get(own)?.puntos ?? 0)
        for (const [id, { puntos, lugar }] of before ?? []) {
          if (id === own) continue
          expect(after?.get(id)?.puntos).toBe(puntos)
          if ((before?.get(own)?.lugar ?? 0) < lugar) {
            expect(after?.get(own)?.lugar).toBeLessThan(after?.get(id)?.lugar ?? 0)
          }
        }
      }),
      { numRuns: casos(1_000), seed: 13 },
    )
  },
)

test('an entry is not first because a mark is missing: 40 from four of five judges stands below 50 from all', () => {
  const seen = puntosIn(categoriaOf('recortada', [[40_00, 40_00, 40_00, 40_00, null], Array(5).fill(50_00)]))
  expect([...seen.values()]).toEqual([
    { puntos: 150_00, lugar: 1 },
    { puntos: 120_00, lugar: 2 },
  ])
})

test('a judge who is left out does not make the best entry lose', () => {
  const rows = categoriaOf('suma', [
    [40_00, 40_00, 40_00],
    [55_00, 55_00, null],
  ])
  expect(puntosIn(rows).get('e1')?.lugar).toBe(2)
  const without = { ...rows, regla: { ...rows.regla, excluidos: ['j3'] } }
  expect(puntosIn(without).get('e1')).toEqual({ puntos: 110_00, lugar: 1 })
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
