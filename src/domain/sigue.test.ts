import { expect, test } from 'vitest'
import { jornadaOf } from './jornada.ts'
import type { EstadoRetiro } from './retiro.ts'
import { aperturaText } from './sigue.ts'

const persona = (id: string, retiro: EstadoRetiro | null = null) => ({ id, retiro })

test('the entry that opens a category says so with the number of those that compete', () => {
  const categorias = [
    { id: 'salsa', nombre: 'Salsa', orden: 1, competidores: [persona('Ana'), persona('Bea')] },
    {
      id: 'rueda',
      nombre: 'Rueda',
      orden: 2,
      competidores: [persona('Caro', 'no_se_presento'), persona('Dora'), persona('Eva')],
    },
    { id: 'son', nombre: 'Son', orden: 3, competidores: [persona('Fe')] },
  ]
  const said = (selectedRow: number) => {
    const jornada = jornadaOf(categorias, { selectedRow })
    return jornada.siguen.map((one) => aperturaText(jornada, one))
  }
  const [rueda, son] = ['Sigue Rueda: 2 competidores', 'Sigue Son: 1 competidor']
  expect(said(0)).toEqual(['Sigue Salsa: 2 competidores', null, rueda, null, son])
  expect(said(1)).toEqual([null, rueda, null, son])
  // It was said before Caro, who had the turn and was withdrawn then, and it is not said again for the next one.
  expect(said(3)).toEqual([null, null, son])
  expect(said(4)).toEqual([null, son])
})
