import { expect, test } from 'vitest'
import { jornadaEnVivo, jornadaOf, type DiaEnVivo } from './jornada.ts'
import { enMinutosText, tarjetaOf } from './tarjeta.ts'

const ZONA = 'UTC'
const MIN = 60_000
const persona = (nombre: string, rest: { retiro?: 'no_se_presento' | 'descalificado'; numero?: string } = {}) => ({
  id: nombre,
  nombre,
  compania: `Compañía de ${nombre}`,
  retiro: null,
  ...rest,
})
type Persona = ReturnType<typeof persona>
const salsaDe = (...competidores: readonly Persona[]) => [{ id: 'salsa', nombre: 'Salsa', orden: 1, competidores }]
const FECHA = 'jueves 3 de diciembre'
const de = (selectedRow: number, ...competidores: readonly Persona[]) =>
  tarjetaOf(jornadaOf(salsaDe(...competidores), { selectedRow }), { dia: 'jueves', zona: ZONA, fecha: FECHA })

test('the entry in course competes, by its turn', () => {
  expect(de(2, persona('Ana'), persona('Bea'))).toEqual({
    eyebrow: 'Compitiendo ahora',
    tag: 'Turno 2 de 2',
    nombre: 'Bea',
    detalle: 'Compañía de Bea',
    hasta: null,
    compite: true,
  })
})

test('while the order is closed the entry is named by its number alone', () => {
  const { tag, nombre } = de(1, persona('Ana', { numero: '31A' }), persona('Bea', { numero: '32' }))
  expect([tag, nombre]).toEqual(['N.º 31A', 'Ana'])
})

test.each([
  ['no_se_presento', 'No se presentó'],
  ['descalificado', 'Descalificado'],
] as const)('an entry that was withdrawn while it has the turn does not compete: %s', (retiro, eyebrow) => {
  expect(de(1, persona('Ana', { retiro }), persona('Bea'))).toMatchObject({ eyebrow, nombre: 'Ana', compite: false })
})

test('before the first turn, after the last and without entries the card says so', () => {
  expect(de(0, persona('Ana'))).toMatchObject({ eyebrow: 'Por comenzar', tag: '1 turno', compite: false })
  expect(de(2, persona('Ana'))).toMatchObject({ eyebrow: 'Día terminado', nombre: 'Terminó el jueves', tag: null })
  expect(de(0)).toMatchObject({ eyebrow: 'Sin turnos', detalle: 'El jueves no tiene competidores.' })
})

test('a break says when the next entry is expected, also when that is after the break', () => {
  const inicio = 10 * 60 * MIN
  const dia: DiaEnVivo<ReturnType<typeof salsaDe>[number]> = {
    activarReloj: true,
    hora: null,
    minutosPorCompetidor: 5,
    categorias: salsaDe(persona('Ana'), persona('Bea')),
    selectedRow: 1,
    desde: inicio,
    pausa: { id: null, titulo: 'Pausa técnica', hasta: inicio + 10 * MIN },
    programa: {
      fin: inicio + 40 * MIN,
      pausas: [],
      tiempos: { Ana: [300, inicio - 5 * MIN], Bea: [300, inicio + 25 * MIN] },
    },
  }
  const jornada = jornadaEnVivo(dia, inicio + MIN)
  const tarjeta = tarjetaOf(jornada, { dia: 'jueves', zona: ZONA })
  expect(tarjeta).toMatchObject({ eyebrow: 'Pausa', tag: null, detalle: 'seguimos a las 10:25' })
  // The card, the row and the next entry say one time.
  expect([tarjeta.hasta, jornada.siguen[0]?.renglon.hora]).toEqual([inicio + 25 * MIN, inicio + 25 * MIN])
})

test('the minutes until an instant are the begun ones, and none from an hour on', () => {
  expect(enMinutosText(12 * MIN, 0)).toBe('en 12 min')
  expect(enMinutosText(12 * MIN, 1)).toBe('en 12 min')
  expect(enMinutosText(12 * MIN, MIN)).toBe('en 11 min')
  expect(enMinutosText(59 * MIN, 0)).toBe('en 59 min')
  expect([enMinutosText(60 * MIN, 0), enMinutosText(0, 0), enMinutosText(0, MIN)]).toEqual([null, null, null])
})
