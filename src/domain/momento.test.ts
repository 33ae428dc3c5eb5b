import { expect, test } from 'vitest'
import { jornadaFueraDeVivo, jornadaEnVivo } from './jornada.ts'
import { momentosOf } from './momento.ts'

const entry = (id: string, retiro: 'no_se_presento' | null = null) => ({ id, retiro })
const categorias = [
  { id: 'salsa', nombre: 'Salsa', orden: 1, competidores: [entry('ana'), entry('bea')] },
  {
    id: 'casino',
    nombre: 'Casino',
    orden: 2,
    competidores: [entry('eva', 'no_se_presento'), entry('fito'), entry('gil')],
  },
]
const MINUTO = 60_000

test('on the live day each entry has its position, its time and its distance', () => {
  const reloj = { activarReloj: true, hora: null, minutosPorCompetidor: 5 }
  const programa = jornadaEnVivo({ ...reloj, categorias, selectedRow: 2 }, 0)
  const momentos = momentosOf(
    programa.categorias.flatMap(({ renglones }) => renglones),
    true,
  )
  expect([...momentos]).toEqual([
    ['ana', { turno: 'Turno 1', hora: null, puedeSerAntes: false, cercania: 'Finalizado' }],
    ['bea', { turno: 'Turno 2', hora: 0, puedeSerAntes: false, cercania: 'En pista' }],
    ['eva', { turno: 'Turno 3', hora: null, puedeSerAntes: false, cercania: 'No se presentó' }],
    ['fito', { turno: 'Turno 4', hora: 5 * MINUTO, puedeSerAntes: false, cercania: 'Sigue' }],
    ['gil', { turno: 'Turno 5', hora: 10 * MINUTO, puedeSerAntes: false, cercania: 'Faltan 2 turnos' }],
  ])
})

test('on another day an entry has its position alone, and a withdrawn or finished one its state', () => {
  const momentos = momentosOf(
    jornadaFueraDeVivo(categorias, { selectedRow: 2 }).flatMap(({ renglones }) => renglones),
    false,
  )
  expect(momentos.get('gil')).toEqual({ turno: 'Turno 5', hora: null, puedeSerAntes: false, cercania: null })
  expect(momentos.get('ana')).toEqual({ turno: 'Turno 1', hora: null, puedeSerAntes: false, cercania: 'Finalizado' })
  expect(momentos.get('eva')).toEqual({
    turno: 'Turno 3',
    hora: null,
    puedeSerAntes: false,
    cercania: 'No se presentó',
  })
})
