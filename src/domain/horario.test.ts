import { expect, test } from 'vitest'
import { avanceOf, clockAt, corteBetween, programaOf, renglonesOf } from './horario.ts'

const ZONA = 'America/Mexico_City'
const diez = Date.parse('2025-04-11T16:00:00Z')
const enPista = (selectedRow: number) =>
  renglonesOf(['Ana', 'Bea', 'Caro', 'Dani'], selectedRow, diez, 5).map(({ estatus, hora }) => [
    estatus,
    hora === null ? null : (hora - diez) / 60_000,
  ])

test('without a turn every entry waits, the first at the time of the clock', () => {
  expect(enPista(0)).toEqual([
    ['Espera', 0],
    ['Espera', 5],
    ['Espera', 10],
    ['Espera', 15],
  ])
})

test('entries before the turn have finished, the entry at the turn competes, later entries wait their distance', () => {
  expect(enPista(2)).toEqual([
    ['Finalizado', null],
    ['Compitiendo', 0],
    ['Espera', 5],
    ['Espera', 10],
  ])
})

test('past the last turn every entry has finished', () => {
  expect(enPista(5).map(([estatus]) => estatus)).toEqual(['Finalizado', 'Finalizado', 'Finalizado', 'Finalizado'])
})

test('an active clock is real time, a stopped one is the saved hour; without a saved hour there is no time', () => {
  const reloj = { activarReloj: false, hora: '2025-04-11T16:00:00.000Z', minutosPorCompetidor: 5 }
  expect(clockAt(reloj, 42)).toBe(diez)
  expect(clockAt({ ...reloj, activarReloj: true }, 42)).toBe(42)
  expect(clockAt({ ...reloj, hora: null }, 42)).toBeNull()
  expect(renglonesOf(['Ana'], 0, null, 5)[0]?.hora).toBeNull()
})

test('a separator is shown where the hour or the date changes', () => {
  const at = (hora: string) => Date.parse(`2025-04-11T${hora}:00-06:00`)
  expect(corteBetween(at('10:57'), at('11:02'), ZONA)).toEqual({ tipo: 'hora', hora: '11:00' })
  expect(corteBetween(at('10:52'), at('10:57'), ZONA)).toBeNull()
  expect(corteBetween(at('23:55'), at('23:55') + 300_000, ZONA)).toEqual({ tipo: 'medianoche' })
  expect(corteBetween(null, at('10:00'), ZONA)).toBeNull()
})

test('turns count across the categories of the day; the current and the next entries are listed', () => {
  const categorias = [
    { id: 's', nombre: 'Salsa', orden: 1, competidores: ['Ana', 'Bea'] },
    { id: 'v', nombre: 'Vacía', orden: 2, competidores: [] },
    { id: 'c', nombre: 'Casino', orden: 3, competidores: ['Caro', 'Dani'] },
  ]
  const programa = programaOf(categorias, 2, diez, 5)
  expect(programa.total).toBe(4)
  expect(programa.actual?.renglon.competidor).toBe('Bea')
  expect(programa.siguen.map(({ categoria, renglon }) => [categoria.id, renglon.competidor, renglon.turno])).toEqual([
    ['c', 'Caro', 3],
    ['c', 'Dani', 4],
  ])
  expect(programa.categorias[1]?.renglones).toEqual([])
})

test('a category waits, is live or has finished according to its entries', () => {
  const avance = (turno: number) => avanceOf(renglonesOf(['Ana', 'Bea'], turno, diez, 5))
  expect(avance(0)).toEqual({ estado: 'espera', finalizados: 0, hora: diez })
  expect(avance(2)).toEqual({ estado: 'viva', finalizados: 1, hora: diez })
  expect(avance(3)).toEqual({ estado: 'finalizada', finalizados: 2, hora: null })
  expect(avanceOf([])).toEqual({ estado: 'vacía', finalizados: 0, hora: null })
})
