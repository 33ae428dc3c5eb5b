import { expect, test } from 'vitest'
import { avanceOf, cercaniasOf, clockAt, renglonesOf } from './estatus.ts'
import type { EnTurno } from './turno.ts'

const de = (...nombres: string[]) => nombres.map((nombre) => ({ id: nombre, nombre, retiro: null }))
const diez = Date.parse('2025-04-11T16:00:00Z')
/** The status of four entries, with the minutes from the time of the clock. */
const enPista = (turno: EnTurno) =>
  renglonesOf(de('Ana', 'Bea', 'Caro', 'Dani'), turno, { clock: diez, minutos: 5 }).map(({ estatus, hora }) =>
    hora === null ? estatus : `${estatus} ${(hora - diez) / 60_000}`,
  )

test.each([
  [
    'without a turn every entry waits, the first at the time of the clock',
    0,
    ['Espera 0', 'Espera 5', 'Espera 10', 'Espera 15'],
  ],
  [
    'entries before the turn have finished, the entry at the turn competes, later entries wait their distance',
    2,
    ['Finalizado', 'Compitiendo 0', 'Espera 5', 'Espera 10'],
  ],
  ['past the last turn every entry has finished', 5, ['Finalizado', 'Finalizado', 'Finalizado', 'Finalizado']],
])('%s', (_, selectedRow, shown) => {
  expect(enPista({ selectedRow })).toEqual(shown)
})

test('an active clock is real time, a stopped one is the saved hour; without a saved hour there is no time', () => {
  const reloj = { activarReloj: false, hora: '2025-04-11T16:00:00.000Z', minutosPorCompetidor: 5 }
  expect(clockAt(reloj, 42)).toBe(diez)
  expect(clockAt({ ...reloj, activarReloj: true }, 42)).toBe(42)
  expect(clockAt({ ...reloj, hora: null }, 42)).toBeNull()
  expect(renglonesOf(de('Ana'), { selectedRow: 0 }, { clock: null, minutos: 5 })[0]?.hora).toBeNull()
})

test('a category waits, is live or has finished according to its entries', () => {
  const avance = (selectedRow: number) =>
    avanceOf(renglonesOf(de('Ana', 'Bea'), { selectedRow }, { clock: diez, minutos: 5 }))
  expect(avance(0)).toEqual({ estado: 'espera', finalizados: 0, hora: diez })
  expect(avance(2)).toEqual({ estado: 'viva', finalizados: 1, hora: diez })
  expect(avance(3)).toEqual({ estado: 'finalizada', finalizados: 2, hora: null })
  expect(avanceOf([])).toEqual({ estado: 'vacía', finalizados: 0, hora: null })
})

const conRetiro = [...de('Ana'), { id: 'Bea', nombre: 'Bea', retiro: 'no_se_presento' } as const, ...de('Caro', 'Dani')]

test('a withdrawn entry keeps its number, has no time and takes none', () => {
  const dicho = (selectedRow: number) =>
    renglonesOf(conRetiro, { selectedRow }, { clock: diez, minutos: 5 }).map(({ turno, hora }) => [
      turno,
      hora && (hora - diez) / 60_000,
    ])
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

test('the time of a waiting category is that of its first entry that competes', () => {
  const [, ...rest] = renglonesOf(conRetiro, { selectedRow: 1 }, { clock: diez, minutos: 5 })
  expect(avanceOf(rest)).toEqual({ estado: 'espera', finalizados: 0, hora: diez + 5 * 60_000 })
})

test.each([
  [
    'of an earlier entry leaves those up to the return point finished, and the next one behind it',
    1,
    3,
    ['Compitiendo 0', 'Finalizado', 'Finalizado', 'Espera 5'],
  ],
  [
    'of an entry before its own turn lets the others wait behind it',
    3,
    1,
    ['Finalizado', 'Espera 5', 'Compitiendo 0', 'Espera 10'],
  ],
  ['before the first turn leaves the others waiting', 2, 0, ['Espera 5', 'Compitiendo 0', 'Espera 10', 'Espera 15']],
  ['after the last turn leaves the others finished', 2, 5, ['Finalizado', 'Compitiendo 0', 'Finalizado', 'Finalizado']],
])('a repetition %s', (_, selectedRow, regreso, shown) => {
  expect(enPista({ selectedRow, regreso: { selectedRow: regreso, competidorId: null } })).toEqual(shown)
})

const cercanias = (turno: EnTurno, retirados: readonly string[] = []) => [
  ...cercaniasOf(
    renglonesOf(
      de('Ana', 'Bea', 'Caro', 'Dani').map((one) =>
        retirados.includes(one.id) ? { ...one, retiro: 'no_se_presento' as const } : one,
      ),
      turno,
      { clock: diez, minutos: 5 },
    ),
    true,
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
