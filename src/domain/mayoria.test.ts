import { expect, test } from 'vitest'
import { mayoriaOf } from './mayoria.ts'

/** Entries by the places that the judges give them; null: this judge gave no mark. */
const porLugares = (lugares: Readonly<Record<string, readonly (number | null)[]>>) =>
  Object.entries(lugares).map(([id, dados]) => ({
    id,
    nombre: id,
    compania: null,
    orden: 1,
    marcas: dados.flatMap((lugar, index) => {
      const marca = { juezId: `j${index}`, juez: `Juez ${index}`, l_calificacion: String(100 - (lugar ?? 0)) }
      return lugar === null ? [] : [{ ...marca, criterios: {} }]
    }),
    penalizaciones: [],
    retiro: null,
  }))

// Rules 5 to 8 are shown by published finals, and by the oracle of the methods over random categories: `tests/oracles`.
test('an entry is placed in the first column in which a majority of judges has it; then more places, then the smaller sum', () => {
  const lugares = { x: [2, 2, 2, 2, 4], y: [1, 1, 4, 4, 2], z: [3, 4, 1, 1, 3], w: [4, 3, 3, 3, 1] }
  const grupos = mayoriaOf(porLugares(lugares), [])?.grupos ?? []
  expect(grupos.map(({ iguales, razones }) => [iguales.map(({ id }) => id).join(' '), ...razones])).toEqual([
    ['x', 'Mayoría: 4 de 5 jueces en lugar 2 o mejor'],
    ['y', 'Mayoría: 3 de 5 jueces en lugar 2 o mejor'],
    ['z', 'Mayoría: 4 de 5 jueces en lugar 3 o mejor'],
    ['w', 'Mayoría: 4 de 5 jueces en lugar 3 o mejor'],
  ])
})

test('without a judge who marked every entry there are no places', () => {
  expect(mayoriaOf(porLugares({ a: [1, null], b: [null, 2] }), [])).toBeNull()
  expect(mayoriaOf([], [])).toBeNull()
})
