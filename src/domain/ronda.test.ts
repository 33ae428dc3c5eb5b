import { expect, test } from 'vitest'
import { resultadoOf } from './clasificacion.ts'
import { REGLA_DEFAULT } from './metodo.ts'
import { cambioDeRonda, cambioText, cutOf, ordenDeRonda, siguientesDe, yaPasoText, type Origen } from './ronda.ts'

const competidor = (id: string, orden: number, ...totales: readonly string[]) => ({
  id,
  nombre: id,
  compania: null,
  orden,
  marcas: totales.map((l_calificacion, index) => ({
    juezId: `j${index}`,
    juez: `J${index}`,
    l_calificacion,
    criterios: {},
  })),
  penalizaciones: [],
  retiro: null,
})
const enOrden = (totales: string) =>
  totales.split('').map((total, index) => competidor('abcdefgh'.charAt(index), index + 1, total))
const EMPATADOS = enOrden('98887')

test('the first entries pass, and all that are still tied with the last of them', () => {
  const resultado = resultadoOf(EMPATADOS, [])
  const pasan = [0, 1, 2, 3, 4, 5, 50].map((lugares) => cutOf(resultado, lugares).join(''))
  expect(pasan).toEqual(['', 'a', 'abcd', 'abcd', 'abcd', 'abcde', 'abcde'])
})

test('entries that were ordered by hand are not tied', () => {
  const empates = [{ ids: ['d', 'c', 'b'], autor: 'Olga' }]
  expect(cutOf(resultadoOf(EMPATADOS, [], { ...REGLA_DEFAULT, empates }), 2)).toEqual(['a', 'd'])
})

test('entries that the tie-break list tells apart are not tied', () => {
  const regla = { ...REGLA_DEFAULT, desempate: ['Total del juez principal'], principales: ['j1'] }
  const iguales = [competidor('a', 1, '5', '3'), competidor('b', 2, '4', '4'), competidor('c', 3, '5', '3')]
  expect(cutOf(resultadoOf(iguales, [], regla), 1)).toEqual(['b'])
  expect(cutOf(resultadoOf(iguales, [], regla), 2)).toEqual(['b', 'a', 'c'])
})

test('an entry without a place does not pass', () => {
  const resultado = resultadoOf([...EMPATADOS, competidor('f', 6)], [], { ...REGLA_DEFAULT, metodo: 'mayoria' })
  expect(cutOf(resultado, 9)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a round runs from the last to the first', () => {
  expect(ordenDeRonda(['a', 'b', 'c'], 'inverso', () => 0)).toEqual(['c', 'b', 'a'])
})

test('a draw gives an order by the random numbers, with each entry once', () => {
  const from = (...numbers: number[]) => {
    const given = numbers.values()
    return () => given.next().value ?? 0
  }
  expect(ordenDeRonda(['a', 'b', 'c'], 'sorteo', from(0.99, 0, 0))).toEqual(['c', 'a', 'b'])
  expect(ordenDeRonda(['a', 'b', 'c'], 'sorteo', from(0.34, 0.5, 0))).toEqual(['b', 'c', 'a'])
  expect(ordenDeRonda([], 'sorteo', () => 0)).toEqual([])
})

test('a draw gives each of the six orders of three entries equally often', () => {
  const steps = Array.from({ length: 6 }, (_, index) => index / 6)
  const orders = steps.flatMap((first) =>
    steps.map((second) => {
      const given = [first, second, 0].values()
      return ordenDeRonda(['a', 'b', 'c'], 'sorteo', () => given.next().value ?? 0).join('')
    }),
  )
  expect([...Map.groupBy(orders, (order) => order).values()].map((same) => same.length)).toEqual([6, 6, 6, 6, 6, 6])
})

const copiaOf = (id: string) => `copia-${id}`
const copias = (...ids: readonly string[]) => ids.map((id) => ({ id: copiaOf(id), nombre: id, retiro: null }))
const origen = (pasan: readonly string[], lugares?: number): Origen => ({
  categoriaId: 'fuente',
  nombre: 'Fuente',
  pasan,
  ...(lugares !== undefined && { lugares }),
})
const FUERA = { estado: 'descalificado', motivo: null } as const
const ORDENADOS = enOrden('98766')
const SIN_A = resultadoOf(
  ORDENADOS.map((one) => (one.id === 'a' ? { ...one, retiro: FUERA } : one)),
  [],
)

test('a round equals the best of its source until the source changes', () => {
  const entries = copias('a', 'b')
  expect(cambioDeRonda(origen(['a', 'b'], 2), resultadoOf(ORDENADOS, []), { entries, copiaOf })).toEqual({
    salen: [],
    entran: [],
  })
  expect(cambioDeRonda(origen(['a', 'b'], 2), SIN_A, { entries, copiaOf })).toEqual({ salen: ['a'], entran: ['c'] })
  // Earlier data do not say how many places the round has.
  expect(cambioDeRonda(origen(['a', 'b']), SIN_A, { entries, copiaOf })).toEqual({ salen: ['a'], entran: ['c'] })
})

test('a copy that is withdrawn or no longer in the round is not reported as a change', () => {
  const passed = origen(['a', 'b', 'c'], 2)
  const saidOf = (entries: Parameters<typeof cambioDeRonda>[2]['entries']) =>
    cambioDeRonda(passed, SIN_A, { entries, copiaOf })
  expect(saidOf(copias('a', 'b', 'c'))).toEqual({ salen: ['a'], entran: [] })
  expect(saidOf(copias('b', 'c'))).toEqual({ salen: [], entran: [] })
  expect(saidOf(copias('a', 'b', 'c').map((one) => ({ ...one, retiro: FUERA })))).toEqual({ salen: [], entran: [] })
})

test('the next entry of a round is the best one that never passed, with all that are tied with it', () => {
  const resultado = resultadoOf(ORDENADOS, [])
  // One dropped out of the round: it gets one place more.
  expect(siguientesDe(resultado, origen(['a', 'b'], 2))).toEqual({ ids: ['c'], lugares: 3 })
  expect(siguientesDe(resultado, origen(['a', 'b', 'c'], 3))).toEqual({ ids: ['d', 'e'], lugares: 4 })
  expect(siguientesDe(resultado, origen(['a', 'b', 'c', 'd', 'e'], 4)).ids).toEqual([])
  // The source lost one: the next takes that place.
  expect(siguientesDe(SIN_A, origen(['a', 'b'], 2))).toEqual({ ids: ['c'], lugares: 2 })
  // A mark that came late put one in front: the round keeps its places.
  expect(siguientesDe(resultado, origen(['b', 'c'], 2))).toEqual({ ids: ['a'], lugares: 2 })
})

test.each([
  [{ salen: ['Ana'], entran: ['Luz'] }, 'Final: la eliminatoria cambió. Sale Ana, entraría Luz.'],
  [{ salen: ['Ana', 'Eva'], entran: [] }, 'Final: la eliminatoria cambió. Salen Ana y Eva.'],
  [{ salen: [], entran: ['Luz', 'Mar', 'Sol'] }, 'Final: la eliminatoria cambió. Entrarían Luz, Mar y Sol.'],
])('a change of a round is told with the names: %j', (cambio, text) => {
  expect(cambioText('Final', cambio)).toBe(text)
})

test('an act names the round to which its entry passed, if there is one', () => {
  expect([yaPasoText('Final'), yaPasoText(undefined)]).toEqual([' Ya pasó a Final.', ''])
})
