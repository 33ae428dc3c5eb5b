import { expect, test } from 'vitest'
import { situacionDeJuez, type Presencia } from './presencia.ts'

const AHORA = Date.parse('2026-12-03T18:00:00Z')
const SEGUNDO = 1_000
const turno = { competidorId: 'ana', desde: AHORA - 300 * SEGUNDO }
const presencia = (rest: Partial<Presencia> = {}): Presencia => ({
  juezId: 'j',
  competidorId: 'ana',
  visto: AHORA,
  cerrada: false,
  ...rest,
})
const de = (rest: Partial<Presencia>) => situacionDeJuez(presencia(rest), turno, AHORA)
const hace = (segundos: number, rest: Partial<Presencia> = {}) => de({ visto: AHORA - segundos * SEGUNDO, ...rest })

test('a judge marks while the page is open at the entry, and is missing at another one', () => {
  expect([de({}), hace(19), de({ competidorId: 'bea' }), de({ competidorId: null })]).toEqual([
    'Calificando',
    'Calificando',
    'Falta',
    'Falta',
  ])
  expect(situacionDeJuez(undefined, turno, AHORA)).toBe('Falta')
})

test('a page that tells nothing is without connection from 20 s on, in begun minutes, whatever it shows', () => {
  expect([20, 60, 61, 400].map((segundos) => hace(segundos, { competidorId: 'bea' }))).toEqual([
    'Sin conexión 1 min',
    'Sin conexión 1 min',
    'Sin conexión 2 min',
    'Sin conexión 7 min',
  ])
  expect(hace(12 * 3_600)).toBe('Falta')
})

test('a page that was closed before the turn is missing, and one closed since is without connection', () => {
  expect(hace(301, { cerrada: true })).toBe('Falta')
  expect(hace(120, { cerrada: true })).toBe('Sin conexión 2 min')
  expect(hace(5, { cerrada: true })).toBe('Falta')
  expect(situacionDeJuez(presencia({ cerrada: true, visto: 0 }), { competidorId: 'ana' }, 1)).toBe('Falta')
})
