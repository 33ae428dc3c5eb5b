import { expect, test } from 'vitest'
import {
  avanceOf,
  cercaniasOf,
  clockAt,
  corteBefore,
  cortesOf,
  filasOf,
  jornadaFueraDeVivo,
  jornadaOf,
  renglonesOf,
} from './horario.ts'

const ZONA = 'America/Mexico_City'
const de = (...nombres: string[]) => nombres.map((nombre) => ({ id: nombre, nombre, retiro: null }))
const diez = Date.parse('2025-04-11T16:00:00Z')
const enPista = (selectedRow: number) =>
  renglonesOf(de('Ana', 'Bea', 'Caro', 'Dani'), { selectedRow }, diez, 5).map(({ estatus, hora }) => [
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
  expect(renglonesOf(de('Ana'), { selectedRow: 0 }, null, 5)[0]?.hora).toBeNull()
})

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
  const programa = jornadaOf(categorias, { selectedRow: 2 }, diez, 5)
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

test('a category waits, is live or has finished according to its entries', () => {
  const avance = (selectedRow: number) => avanceOf(renglonesOf(de('Ana', 'Bea'), { selectedRow }, diez, 5))
  expect(avance(0)).toEqual({ estado: 'espera', finalizados: 0, hora: diez })
  expect(avance(2)).toEqual({ estado: 'viva', finalizados: 1, hora: diez })
  expect(avance(3)).toEqual({ estado: 'finalizada', finalizados: 2, hora: null })
  expect(avanceOf([])).toEqual({ estado: 'vacía', finalizados: 0, hora: null })
})

const conRetiro = [...de('Ana'), { id: 'Bea', nombre: 'Bea', retiro: 'no_se_presento' } as const, ...de('Caro', 'Dani')]

test('a withdrawn entry keeps its number, has no time and takes none', () => {
  const dicho = (selectedRow: number) =>
    renglonesOf(conRetiro, { selectedRow }, diez, 5).map(({ turno, hora }) => [turno, hora && (hora - diez) / 60_000])
  expect(dicho(0)).toEqual([
    [1, 0],
    [2, null],
    [3, 5],
    [4, 10],
  ])
  expect(dicho(2)).toEqual([
    [1, null],
    [2, null],
    [3, 0],
    [4, 5],
  ])
})

test('the next entries are those that compete', () => {
  const categorias = [{ id: 's', nombre: 'Salsa', orden: 1, competidores: conRetiro }]
  const { siguen, total } = jornadaOf(categorias, { selectedRow: 1 }, diez, 5)
  expect(siguen.map(({ renglon }) => renglon.competidor.nombre)).toEqual(['Caro', 'Dani'])
  expect(total).toBe(4)
})

test('the time of a waiting category is that of its first entry that competes', () => {
  const [, ...rest] = renglonesOf(conRetiro, { selectedRow: 1 }, diez, 5)
  expect(avanceOf(rest)).toEqual({ estado: 'espera', finalizados: 0, hora: diez + 5 * 60_000 })
})

const repetir = (selectedRow: number, regreso: number) =>
  renglonesOf(
    de('Ana', 'Bea', 'Caro', 'Dani'),
    { selectedRow, regreso: { selectedRow: regreso, competidorId: null } },
    diez,
    5,
  ).map(({ estatus, hora }) => [estatus, hora === null ? null : (hora - diez) / 60_000])

test('while an earlier entry is repeated, entries up to the return point stay finished and the next one waits behind it', () => {
  expect(repetir(1, 3)).toEqual([
    ['Compitiendo', 0],
    ['Finalizado', null],
    ['Finalizado', null],
    ['Espera', 5],
  ])
})

test('an entry that is called before its own turn competes now; the others wait behind it', () => {
  expect(repetir(3, 1)).toEqual([
    ['Finalizado', null],
    ['Espera', 5],
    ['Compitiendo', 0],
    ['Espera', 10],
  ])
})

test('a repetition before the first turn or after the last leaves the others as they were', () => {
  expect(repetir(2, 0).map(([estatus]) => estatus)).toEqual(['Espera', 'Compitiendo', 'Espera', 'Espera'])
  expect(repetir(2, 5).map(([estatus]) => estatus)).toEqual(['Finalizado', 'Compitiendo', 'Finalizado', 'Finalizado'])
})

test('the next entries of a repetition are those after the return point, and its category is live', () => {
  const categorias = [{ id: 's', nombre: 'Salsa', orden: 1, competidores: de('Ana', 'Bea', 'Caro', 'Dani') }]
  const regreso = { selectedRow: 3, competidorId: null }
  const { actual, siguen, categorias: filas } = jornadaOf(categorias, { selectedRow: 2, regreso }, diez, 5)
  expect(actual?.renglon.competidor.nombre).toBe('Bea')
  expect(siguen.map(({ renglon }) => renglon.competidor.nombre)).toEqual(['Dani'])
  expect(avanceOf(filas[0]?.renglones ?? [])).toEqual({ estado: 'viva', finalizados: 2, hora: diez })
})

const cercanias = (turno: Parameters<typeof renglonesOf>[1], retirados: readonly string[] = []) => [
  ...cercaniasOf(
    renglonesOf(
      de('Ana', 'Bea', 'Caro', 'Dani').map((one) =>
        retirados.includes(one.id) ? { ...one, retiro: 'no_se_presento' as const } : one,
      ),
      turno,
      diez,
      5,
    ),
  ).values(),
]

test('the next entry that competes follows, and each further one waits for the entries between and itself', () => {
  expect(cercanias({ selectedRow: 1 })).toEqual(['En pista', 'Sigue', 'Faltan 2 turnos', 'Faltan 3 turnos'])
  expect(cercanias({ selectedRow: 0 })).toEqual(['Sigue', 'Faltan 2 turnos', 'Faltan 3 turnos', 'Faltan 4 turnos'])
  expect(cercanias({ selectedRow: 1 }, ['Bea'])).toEqual(['En pista', 'No se presentó', 'Sigue', 'Faltan 2 turnos'])
  expect(cercanias({ selectedRow: 5 })).toEqual(['Finalizado', 'Finalizado', 'Finalizado', 'Finalizado'])
})

test('while an entry repeats, those that had the turn have finished and are not counted', () => {
  const turno = { selectedRow: 1, regreso: { selectedRow: 3, competidorId: 'Caro' }, pasados: ['Bea', 'Caro'] }
  expect(cercanias(turno)).toEqual(['En pista', 'Finalizado', 'Finalizado', 'Sigue'])
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
