import { expect, test } from 'vitest'
import { avanceOf } from './estatus.ts'
import { corteBefore, cortesOf, filasOf, jornadaFueraDeVivo, jornadaOf } from './jornada.ts'

const ZONA = 'America/Mexico_City'
const de = (...nombres: string[]) => nombres.map((nombre) => ({ id: nombre, nombre, retiro: null }))
/** Lines with these times; `null` for one that is withdrawn. */
const horas = (...all: readonly (number | null)[]) =>
  all.map((hora) => ({ competidor: { id: 'a', retiro: null }, turno: 1, estatus: 'Espera' as const, hora }))

test('a separator is shown where the hour or the date changes', () => {
  const at = (hora: string) => Date.parse(`2025-04-11T${hora}:00-06:00`)
  const cortes = (...all: readonly (number | null)[]) => cortesOf(horas(...all), ZONA)
  expect(cortes(at('10:57'), at('11:02'))).toEqual([null, { tipo: 'hora', hora: '11:00' }])
  expect(cortes(at('10:52'), at('10:57'))).toEqual([null, null])
  expect(cortes(at('23:55'), at('23:55') + 300_000)).toEqual([null, { tipo: 'medianoche' }])
  expect(cortes(null, at('10:00'))).toEqual([null, null])
  // An entry without a time stands between.
  expect(cortes(at('10:57'), null, at('11:02'))).toEqual([null, null, { tipo: 'hora', hora: '11:00' }])
})

test('a break is a row: it can be the last one of a date, and the first one of the next', () => {
  const at = (hora: string) => Date.parse(`2025-04-11T${hora}:00-06:00`)
  const rows = (...pausas: readonly (readonly [antes: number, hora: number | null])[]) =>
    filasOf(
      horas(null, at('23:58') + 3_600_000),
      pausas.map(([antes, hora]) => ({ titulo: 'Pausa', estado: 'espera', previsto: null, antes, hora })),
    )
  expect(cortesOf(rows([1, at('23:52')]), ZONA)).toEqual([null, null, { tipo: 'medianoche' }])
  expect(cortesOf(rows([1, at('23:52')], [1, at('23:58') + 600_000]), ZONA)).toEqual([
    null,
    null,
    { tipo: 'medianoche' },
    null,
  ])
  expect(corteBefore([rows([0, at('23:00')]).slice(0, 2)], rows(), ZONA)).toEqual({ tipo: 'medianoche' })
})

test('a separator is shown where the clock goes back, also within one hour', () => {
  const first = Date.parse('2026-10-25T02:45+02:00')
  const MINUTOS_15 = 900_000
  const atraso = { tipo: 'atraso' }
  const madrid = (...all: readonly (number | null)[]) => cortesOf(horas(...all), 'Europe/Madrid')
  expect(madrid(first - MINUTOS_15, first, first + MINUTOS_15, first + 2 * MINUTOS_15)).toEqual([
    null,
    null,
    atraso,
    null,
  ])
  // 01:30, 02:00 again: the hour changes too.
  expect(madrid(first - 5 * MINUTOS_15, first + MINUTOS_15)).toEqual([null, atraso])
  expect(madrid(Date.parse('2026-03-29T01:55+01:00'), Date.parse('2026-03-29T03:00+02:00'))).toEqual([
    null,
    { tipo: 'hora', hora: '03:00' },
  ])
})

test('a separator is found between categories, also past a category without times', () => {
  const at = (hora: string) => Date.parse(`2025-04-11T${hora}:00-06:00`)
  const before = [horas(at('23:50')), horas(null), []]
  expect(corteBefore(before, horas(null, at('23:55') + 600_000), ZONA)).toEqual({ tipo: 'medianoche' })
  expect(corteBefore([], horas(at('10:00')), ZONA)).toBeNull()
})

test('turns count across the categories of the day; the current and the next entries are listed', () => {
  const categorias = [
    { id: 's', nombre: 'Salsa', orden: 1, competidores: de('Ana', 'Bea') },
    { id: 'v', nombre: 'Vacía', orden: 2, competidores: [] },
    { id: 'c', nombre: 'Casino', orden: 3, competidores: de('Caro', 'Dani') },
  ]
  const programa = jornadaOf(categorias, { selectedRow: 2 })
  expect(programa.total).toBe(4)
  expect(programa.actual?.renglon.competidor.nombre).toBe('Bea')
  expect(
    programa.siguen.map(({ categoria, renglon }) => [categoria.id, renglon.competidor.nombre, renglon.turno]),
  ).toEqual([
    ['c', 'Caro', 3],
    ['c', 'Dani', 4],
  ])
  expect(programa.categorias[1]?.renglones).toEqual([])
})

const conRetiro = [...de('Ana'), { id: 'Bea', nombre: 'Bea', retiro: 'no_se_presento' } as const, ...de('Caro', 'Dani')]

test('the next entries are those that compete', () => {
  const categorias = [{ id: 's', nombre: 'Salsa', orden: 1, competidores: conRetiro }]
  const { siguen, total } = jornadaOf(categorias, { selectedRow: 1 })
  expect(siguen.map(({ renglon }) => renglon.competidor.nombre)).toEqual(['Caro', 'Dani'])
  expect(total).toBe(4)
})

test('the next entries of a repetition are those after the return point, and its category is live', () => {
  const categorias = [{ id: 's', nombre: 'Salsa', orden: 1, competidores: de('Ana', 'Bea', 'Caro', 'Dani') }]
  const regreso = { selectedRow: 3, competidorId: null }
  const { actual, siguen, categorias: filas } = jornadaOf(categorias, { selectedRow: 2, regreso })
  expect(actual?.renglon.competidor.nombre).toBe('Bea')
  expect(siguen.map(({ renglon }) => renglon.competidor.nombre)).toEqual(['Dani'])
  expect(avanceOf(filas[0]?.renglones ?? [])).toMatchObject({ estado: 'viva', finalizados: 2 })
})

test('a day that is not live has no times, and the entry that had the turn last has finished', () => {
  const [una] = jornadaFueraDeVivo([{ id: 'c', nombre: 'Salsa', orden: 1, competidores: de('Ana', 'Bea', 'Caro') }], {
    selectedRow: 2,
  })
  expect(una?.renglones.map(({ estatus, hora }) => [estatus, hora])).toEqual([
    ['Finalizado', null],
    ['Finalizado', null],
    ['Espera', null],
  ])
})
