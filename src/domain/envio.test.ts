import { expect, test } from 'vitest'
import { causaTardiaOf, decideEnvio, type Envio, type EstadoDeEntrada, type StoredMarca } from './envio.ts'

const OPEN: EstadoDeEntrada = { retirado: false, cerrada: false, asignado: true, anulado: false }
const CLOSED = { ...OPEN, cerrada: true }
const SAME = { b_tiempo: '8.5' }
const OTHER = { b_tiempo: '9.0' }
const sent = (version: number): StoredMarca => ({ estado: 'enviada', version, criterios: SAME })
const reopened = (version: number): StoredMarca => ({ estado: 'reabierta', version, criterios: SAME })
const LATE = (causa: Extract<Envio, { tipo: 'tardia' }>['causa']): Envio => ({ tipo: 'tardia', causa })
const STORED = (version: number): Envio => ({ tipo: 'enviada', version })
const CONFLICT: Envio = { tipo: 'versiones' }

interface Sending {
  readonly criterios?: Record<string, string>
  readonly version?: number
  readonly guardada?: StoredMarca
  readonly entrada?: EstadoDeEntrada | null
}

const NOT_ASSIGNED = { ...OPEN, asignado: false }
const ANNULLED = { ...OPEN, anulado: true }

test.each<[string, Sending, Envio]>([
  ['a first mark', {}, STORED(1)],
  ['a first mark whose device knew a version that is gone', { version: 3 }, STORED(1)],
  ['the same mark again', { guardada: sent(1), criterios: { b_tiempo: '8.50' } }, { tipo: 'repetida', version: 1 }],
  ['a mark of an annulled attempt', { entrada: ANNULLED }, LATE('intento')],
  [
    'the same mark again, after its attempt was annulled',
    { guardada: sent(1), entrada: ANNULLED },
    { tipo: 'repetida', version: 1 },
  ],
  ['another mark of an annulled attempt', { guardada: sent(1), criterios: OTHER, entrada: ANNULLED }, LATE('intento')],
  ['a mark of an annulled attempt in a closed category', { entrada: { ...CLOSED, anulado: true } }, LATE('intento')],
  ['the same mark again, after closing', { guardada: sent(2), entrada: CLOSED }, { tipo: 'repetida', version: 2 }],
  ['another mark over a sent one', { guardada: sent(1), version: 1, criterios: OTHER }, CONFLICT],
  [
    'another mark over a sent one, after closing',
    { guardada: sent(1), version: 1, criterios: OTHER, entrada: CLOSED },
    CONFLICT,
  ],
  ['a mark over the reopened version', { guardada: reopened(2), version: 2, criterios: OTHER }, STORED(3)],
  ['the unchanged mark over the reopened version', { guardada: reopened(2), version: 2 }, STORED(3)],
  ['a mark over a reopened version that the device did not know', { guardada: reopened(2), version: 1 }, CONFLICT],
  [
    'a mark over the reopened version of a closed category',
    { guardada: reopened(2), version: 2, entrada: CLOSED },
    LATE('cerrada'),
  ],
  ['a mark for a deleted entry', { entrada: null }, LATE('eliminado')],
  ['a mark for a withdrawn entry of a closed category', { entrada: { ...CLOSED, retirado: true } }, LATE('retirado')],
  ['a mark of a closed category', { entrada: { ...CLOSED, asignado: false } }, LATE('cerrada')],
  ['a mark of a judge who is not assigned', { entrada: NOT_ASSIGNED }, LATE('asignacion')],
])('%s', (_, { criterios = SAME, version = 0, guardada, entrada = OPEN }, expected) => {
  expect(decideEnvio({ criterios, version }, guardada, entrada)).toEqual(expected)
})

test('a mark for an open entry has no cause to be late', () => {
  expect(causaTardiaOf(OPEN)).toBeNull()
})
