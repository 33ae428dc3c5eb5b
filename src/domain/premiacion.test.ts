import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canStep, nextPasoOf, pasosOf, pasoText, revealedOf, terminarText, type Premiacion } from './premiacion.ts'
import type { Puesto } from './resultados.ts'

/** Entries by their places: each number is a group of tied entries; then so many without a place. */
const anyRanking = fc.record({
  grupos: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 }),
  sinLugar: fc.nat({ max: 2 }),
  premios: fc.integer({ min: 1, max: 10 }),
})

function rankingOf(grupos: readonly number[], sinLugar: number) {
  let lugar = 0
  const ids = grupos.map((size) => Array.from({ length: size }, () => `e${(lugar += 1)}`))
  const puestos = [
    ...ids.flat().map((id, index) => ({ id, lugar: index + 1 })),
    ...Array.from({ length: sinLugar }, (_, index) => ({ id: `s${index}`, lugar: null })),
  ] as unknown as Puesto[]
  const empates = ids.filter((group) => group.length > 1).map((group) => ({ ids: group, autor: null }))
  return { ids, puestos, empates }
}

test('the steps go from the last prize to the first; tied entries come in one step, also beyond the last prize', () => {
  fc.assert(
    fc.property(anyRanking, ({ grupos, sinLugar, premios }) => {
      const { ids, puestos, empates } = rankingOf(grupos, sinLugar)
      // The oracle: whole groups, from the top, while a prize is left.
      const premiados: string[][] = []
      for (const group of ids) if (premiados.flat().length < premios) premiados.unshift(group)
      const pasos = pasosOf({ puestos, empates }, premios)
      expect(pasos.map((paso) => paso.ids)).toEqual(premiados)
      for (const { ids: own, lugares } of pasos) expect(lugares).toEqual(own.map((id) => Number(id.slice(1))))
    }),
    { numRuns: 2_000, seed: 3 },
  )
})

test('an order by hand resolves a tie: its entries come one by one', () => {
  const { puestos } = rankingOf([1, 2], 0)
  const pasos = pasosOf({ puestos, empates: [{ ids: ['e2', 'e3'], autor: 'Rosa' }] }, 3)
  expect(pasos.map(pasoText)).toEqual(['Lugar 3', 'Lugar 2', 'Lugar 1'])
})

test('a step says its places, and a tie as one', () => {
  expect([{ lugares: [3] }, { lugares: [2, 3] }, { lugares: [2, 3, 4] }].map(pasoText)).toEqual([
    'Lugar 3',
    'Lugares 2 y 3, empate',
    'Lugares 2, 3 y 4, empate',
  ])
})

const pasos = [3, 2, 1].map((lugar) => ({ lugares: [lugar], ids: [`e${lugar}`] }))
const premiacion: Premiacion = { categoriaId: 'c', premios: 3, pasos, paso: 1, avanzo: 5_000 }

test('only what was revealed is revealed; the next step is known until the ceremony ends', () => {
  expect(revealedOf(premiacion).map(pasoText)).toEqual(['Lugar 3'])
  expect(nextPasoOf(premiacion)).toBe(pasos[1])
  expect(nextPasoOf({ ...premiacion, paso: 3 })).toBeUndefined()
  expect(nextPasoOf({ ...premiacion, avanzo: null })).toBeUndefined()
})

test('a press moves the step that it names, a second after the one before at the earliest', () => {
  expect([canStep(premiacion, 1, 6_000), canStep(premiacion, 1, 5_999), canStep(premiacion, 0, 9_000)]).toEqual([
    true,
    false,
    false,
  ])
})

test('presses go on after the clock of the machine went back', () => {
  expect([canStep(premiacion, 1, 4_000), canStep(premiacion, 1, 4_001)]).toEqual([true, false])
})

test('ending asks while a prize is not revealed', () => {
  expect([0, 2, 3].map((paso) => terminarText({ pasos, paso }))).toEqual([
    'Faltan 3 pasos. ¿Terminar y publicar?',
    'Falta 1 paso. ¿Terminar y publicar?',
    null,
  ])
})
