import { expect, test } from 'vitest'
import { jornadaFueraDeVivo, jornadaEnVivo } from './jornada.ts'
import { quedanOf, sigoOf, type DiaDeSigo } from './sigo.ts'

const diez = Date.parse('2025-04-11T16:00:00Z')
const categoria = (nombre: string, orden: number, nombres: readonly string[], retirado?: string) => ({
  id: nombre,
  nombre,
  orden,
  competidores: nombres.map((one) => ({
    id: one.toLowerCase(),
    nombre: one,
    retiro: one === retirado ? ('descalificado' as const) : null,
  })),
})
const vivas = [categoria('Salsa', 1, ['Ana', 'Bea']), categoria('Son', 2, ['Caro', 'Dani'], 'Dani')]
const reloj = { activarReloj: true, hora: null, minutosPorCompetidor: 5 }
const dias = (selectedRow: number): DiaDeSigo[] => [
  {
    dia: 'jueves',
    isLive: false,
    categorias: jornadaFueraDeVivo([categoria('Mambo', 1, ['Eva'])], { selectedRow: 2 }),
  },
  {
    dia: 'viernes',
    isLive: true,
    categorias: jornadaEnVivo({ ...reloj, categorias: vivas, selectedRow }, diez).categorias,
  },
  {
    dia: 'sábado',
    isLive: false,
    categorias: jornadaFueraDeVivo([categoria('Casino', 3, ['Fito', 'Gil'], 'Gil')], { selectedRow: 0 }),
  },
]

test('followed entries stand in order of day and position, those of the live day first, not in the order in which they were followed', () => {
  expect(sigoOf(['gil', 'caro', 'fito', 'eva', 'ana'], dias(1)).map(({ nombre }) => nombre)).toEqual([
    'Ana',
    'Caro',
    'Eva',
    'Fito',
    'Gil',
  ])
})

test('an entry of the live day has its time and its distance, and loses both to its end', () => {
  const deCaro = (selectedRow: number) => sigoOf(['caro'], dias(selectedRow))
  const caro = {
    id: 'caro',
    numero: null,
    nombre: 'Caro',
    titulo: '2 - Son',
    dia: null,
    puedeSerAntes: false,
    categoriaId: 'Son',
  }
  expect(deCaro(1)).toEqual([{ ...caro, hora: diez + 600_000, cercania: 'Faltan 2 turnos' }])
  expect(deCaro(2)).toEqual([{ ...caro, hora: diez + 300_000, cercania: 'Sigue' }])
  expect(deCaro(3)).toEqual([{ ...caro, hora: diez, cercania: 'En pista' }])
  expect(deCaro(5)).toEqual([{ ...caro, hora: null, cercania: 'Finalizado' }])
})

test('an entry of another day has its day and no time, a withdrawn or finished one its state', () => {
  expect(
    sigoOf(['eva', 'dani', 'fito', 'gil'], dias(1)).map(({ dia, hora, cercania }) => [dia, hora, cercania]),
  ).toEqual([
    [null, null, 'Descalificado'],
    ['jueves', null, 'Finalizado'],
    ['sábado', null, null],
    ['sábado', null, 'Descalificado'],
  ])
})

test('a deleted entry leaves the list, and the device once every day is known', () => {
  const seguidos = ['caro', 'borrada', 'fito']
  expect(sigoOf(seguidos, dias(1)).map(({ id }) => id)).toEqual(['caro', 'fito'])
  expect(quedanOf(seguidos, dias(1))).toEqual(['caro', 'fito'])
  expect(quedanOf(seguidos, [...dias(1).slice(0, 2), { dia: 'sábado', isLive: false, categorias: undefined }])).toBe(
    seguidos,
  )
  expect(quedanOf(['caro'], dias(1))).toEqual(['caro'])
})

test('an entry of a closed order says its number', () => {
  const cerrada = {
    id: 'salsa',
    nombre: 'Salsa',
    orden: 1,
    competidores: [{ id: 'ana', nombre: 'Ana', numero: '31A', retiro: null }],
  }
  const categorias = jornadaEnVivo({ ...reloj, categorias: [cerrada], selectedRow: 0 }, diez).categorias
  expect(sigoOf(['ana'], [{ dia: 'jueves', isLive: true, categorias }])[0]?.numero).toBe('N.º 31A')
})
