import { expect, test } from 'vitest'
import { jornadaOf } from './jornada.ts'
import { enOrdenDePista, enTarjetaOf, isTurnoDeOtro } from './puesto.ts'
import type { EnTurno } from './turno.ts'

const competidor = (id: string) => ({ id, retiro: null })
const categorias = [
  { id: 's', nombre: 'Salsa', orden: 1, competidores: [competidor('a'), competidor('b')] },
  { id: 'k', nombre: 'Son', orden: 2, competidores: [competidor('c')] },
]
const pausa = { id: null, titulo: 'Comida', hasta: 1 }

test.each<[string, EnTurno, string | null, string | undefined]>([
  ['the next before the first press', { selectedRow: 0 }, null, 'a'],
  ['the entry in course', { selectedRow: 2 }, null, 'b'],
  ['the next in a break', { selectedRow: 1, pausa }, null, 'b'],
  ['what sounds, wherever the turn is', { selectedRow: 3 }, 'a', 'a'],
  ['the entry in course once what sounds is not of this day', { selectedRow: 2 }, 'z', 'b'],
  ['none after the last', { selectedRow: 4 }, null, undefined],
])('the card of the post of music shows %s', (_what, turno, sonando, shown) => {
  const jornada = jornadaOf(categorias, turno)
  const lineas = jornada.categorias.flatMap(({ categoria, renglones }) =>
    renglones.map((renglon) => ({ categoria, renglon })),
  )
  expect(enTarjetaOf(lineas, jornada, sonando)?.renglon.competidor.id).toBe(shown)
})

test('tracks are fetched from the entry in course on, then those before it', () => {
  const order = (selectedRow: number) => enOrdenDePista({ categorias, selectedRow }).join('')
  expect([order(0), order(1), order(2), order(3), order(4)]).toEqual(['abc', 'abc', 'bca', 'cab', 'abc'])
})

test('the turn has moved on while a track plays, but not when another one was started on purpose', () => {
  expect([
    isTurnoDeOtro('a', 'a', 'b'),
    isTurnoDeOtro('a', 'a', 'a'),
    isTurnoDeOtro('b', 'a', 'a'),
    isTurnoDeOtro('b', 'a', 'b'),
  ]).toEqual([true, false, false, false])
  expect([isTurnoDeOtro('a', 'a', null), isTurnoDeOtro(null, 'a', 'b'), isTurnoDeOtro('a', null, 'b')]).toEqual([
    false,
    false,
    true,
  ])
})
