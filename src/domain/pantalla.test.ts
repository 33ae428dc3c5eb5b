import { expect, test } from 'vitest'
import { jornadaOf, type CategoriaDeJornada } from './jornada.ts'
import { categoriaDelTurno, isConectada, isIdentificada, paginasOf, paseAt } from './pantalla.ts'

const categoria = (id: string, ...ids: string[]): CategoriaDeJornada => ({
  id,
  nombre: id,
  orden: null,
  competidores: ids.map((one) => ({ id: one, retiro: null })),
})
const DIA = [categoria('Salsa', 'a', 'b'), categoria('Bachata', 'c'), categoria('Son')]
const turnoAt = (selectedRow: number) => ({ selectedRow, competidorId: null })

test('every screen shows the same page at a time, each for eight seconds, and begins again after the last', () => {
  const shown = [0, 7_999, 8_000, 16_000, 24_000].map((now) => paseAt(3, now))
  expect(shown).toEqual([0, 0, 1, 2, 0])
  expect(paseAt(0, 8_000)).toBe(0)
})

test('rows that fit stay on one page, and more are spread over pages of like length', () => {
  const largos = [0, 1, 8, 9, 19].map((cuantas) =>
    paginasOf(Array.from({ length: cuantas })).map(({ length }) => length),
  )
  expect(largos).toEqual([[], [1], [8], [5, 4], [7, 7, 5]])
})

test('the category of the turn is that of the entry in course, before the first that of the next one, at the end the last one', () => {
  const ids = [0, 1, 3, 4].map((row) => categoriaDelTurno(jornadaOf(DIA, turnoAt(row)))?.id)
  expect(ids).toEqual(['Salsa', 'Salsa', 'Bachata', 'Bachata'])
  const pausa = { ...turnoAt(2), pausa: { id: null, titulo: 'Comida', hasta: 0 } }
  expect(categoriaDelTurno(jornadaOf(DIA, pausa))?.id).toBe('Bachata')
  expect(categoriaDelTurno(jornadaOf([], turnoAt(0)))).toBeUndefined()
})

const NOW = 3_600_000

test('a screen is connected for thirty seconds after a report', () => {
  expect([NOW, NOW - 30_000, NOW - 30_001, undefined].map((visto) => isConectada(visto, NOW))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a report of before the clock of the machine went back does not connect a screen', () => {
  expect(isConectada(NOW + 3_600_000, NOW)).toBe(false)
})

test('a screen shows its name for ten seconds after a request, and not for longer when the clock has gone back', () => {
  const hasta = NOW + 10_400
  const shown = [0, 10_000, 11_000, -1_000, -3_600_000].map((after) => isIdentificada(hasta, NOW + after))
  expect(shown).toEqual([true, true, false, false, false])
  expect(isIdentificada(undefined, NOW)).toBe(false)
})
