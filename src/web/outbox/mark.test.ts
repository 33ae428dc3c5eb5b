import { expect, test } from 'vitest'
import type { MarcaPropia, TardiaPropia } from '#contract/views/jueces.ts'
import {
  baseOf,
  papeletaOf,
  reconcileMark,
  scoreCriterio,
  sendDeviceVersion,
  sendDraft,
  situacionOf,
  takeRespuesta,
  takeServerVersion,
  type Mark,
  type Next,
  type Respuesta,
} from './mark.ts'

const KEY = { juezId: 'j', competidorId: 'c', intento: 1 }
const NADA = { criterios: {}, version: 0 }
const NO_MARK = { marca: null, tardia: null }

const after = (...events: Next[]) => events.reduce<Mark | undefined>((mark, next) => next(mark, KEY), undefined)
const then = (mark: Mark | undefined, next: Next) => next(mark, KEY)
const tap = (criterio: string, texto: string, base: { criterios: {}; version: number } = NADA): Next =>
  scoreCriterio({ criterio, texto, base })
const sendAs = (key: string): Next => sendDraft({ criterios: { a: '8.0', b: '9.0' }, version: 0, key, desde: 5 })
const SEND = sendAs('k1')
const answer = (respuesta: Respuesta, key = 'k1'): Next => takeRespuesta(key, respuesta)
const aMarca = (more: Partial<MarcaPropia> = {}): MarcaPropia => ({
  estado: 'enviada',
  version: 1,
  criterios: { a: '8.0', b: '9.0' },
  l_calificacion: '17.00',
  motivo: null,
  enviada: null,
  ...more,
})
const aTardia = (more: Partial<TardiaPropia> = {}): TardiaPropia => ({
  id: 't',
  clave: 'k1',
  estado: 'pendiente',
  l_calificacion: '17.00',
  criterios: { a: '8.0', b: '9.0' },
  motivo: null,
  ...more,
})
const shows = (marca: MarcaPropia | null, tardia: TardiaPropia | null = null): Next =>
  reconcileMark({ servidor: { marca, tardia }, cuantosCriterios: 2, enVivo: true })

test('taps make a draft, and an empty text unscores a criterion', () => {
  expect(after(tap('a', '8'), tap('b', '9'), tap('a', ''))).toMatchObject({ estado: 'borrador', criterios: { b: '9' } })
})

test('the draft of a reopened mark begins with its figures and its version', () => {
  const draft = after(tap('b', '7.0', { criterios: { a: '8.0', b: '9.0' }, version: 3 }))
  expect(draft).toMatchObject({ criterios: { a: '8.0', b: '7.0' }, version: 3 })
  expect(baseOf({ marca: aMarca({ version: 3 }), tardia: null })).toEqual({ criterios: aMarca().criterios, version: 3 })
  expect(baseOf(NO_MARK)).toEqual(NADA)
})

test('a sent mark cannot be typed or sent again', () => {
  const sent = after(tap('a', '8'), SEND)
  expect(sent).toMatchObject({ estado: 'pendiente', key: 'k1', desde: 5, criterios: { a: '8.0', b: '9.0' } })
  expect(then(sent, tap('a', '1'))).toBe(sent)
  expect(then(sent, sendAs('k2'))).toBe(sent)
})

test.each([
  [{ tipo: 'enviada', version: 2 }, 'enviada'],
  [{ tipo: 'tardia' }, 'tardia'],
  [{ tipo: 'versiones' }, 'conflicto'],
  [{ tipo: 'invalida', faltas: { a: 'Escribe un número.' } }, 'borrador'],
  [{ tipo: 'rechazada', problema: 'No.' }, 'pendiente'],
] as const)('after the answer %j the mark is %s', (respuesta, estado) => {
  expect(after(tap('a', '8'), SEND, answer(respuesta))).toMatchObject({ estado })
})

test('a late answer to another sending changes nothing', () => {
  const sent = after(SEND)
  expect(then(sent, answer({ tipo: 'tardia' }, 'k0'))).toBe(sent)
  expect(after(tap('a', '8'), answer({ tipo: 'enviada', version: 1 }))).toMatchObject({ estado: 'borrador' })
})

test('typing a refused criterion again takes its sentence away', () => {
  const refused = after(SEND, answer({ tipo: 'invalida', faltas: { a: 'Mal.', b: 'Mal.' } }), tap('a', '7'))
  expect(refused).toMatchObject({ faltas: { b: 'Mal.' } })
})

test('an answered mark leaves the device once the server shows it', () => {
  const answered = after(SEND, answer({ tipo: 'enviada', version: 2 }))
  expect(then(answered, shows(aMarca({ version: 1, estado: 'reabierta' })))).toBe(answered)
  expect(then(answered, shows(aMarca({ version: 2 })))).toBeUndefined()
  expect(then(after(SEND, answer({ tipo: 'tardia' })), shows(null, aTardia()))).toBeUndefined()
})

test('a mark without an answer stays, whatever the server shows', () => {
  const sent = after(SEND)
  expect(then(sent, shows(aMarca()))).toBe(sent)
})

test('a draft beside a mark of another device is deleted when equal or incomplete, and is a second version when complete', () => {
  const draft = (a: string, b: string) => after(tap('a', a), tap('b', b))
  expect(then(draft('8', '9'), shows(aMarca()))).toBeUndefined()
  expect(then(after(tap('a', '3')), shows(aMarca()))).toBeUndefined()
  expect(then(draft('3', '9'), shows(aMarca()))).toMatchObject({ estado: 'conflicto' })
  expect(then(draft('3', '9'), shows(aMarca({ estado: 'reabierta' })))).toMatchObject({ estado: 'borrador' })
})

const CONFLICT = [SEND, answer({ tipo: 'versiones' })] as const
const use = (servidor: MarcaPropia): Next => sendDeviceVersion(servidor, { key: 'k2', desde: 9 })

test('the version of the device replaces a reopened mark, and is handed in as late beside a sent one', () => {
  expect(after(...CONFLICT, use(aMarca({ estado: 'reabierta', version: 4 })))).toMatchObject({
    estado: 'pendiente',
    via: 'calificaciones',
    version: 4,
    key: 'k2',
    criterios: { a: '8.0', b: '9.0' },
  })
  expect(after(...CONFLICT, use(aMarca({ version: 4 })))).toMatchObject({ estado: 'pendiente', via: 'tardias' })
  expect(after(...CONFLICT, takeServerVersion)).toBeUndefined()
  expect(after(SEND, takeServerVersion)).toMatchObject({ estado: 'pendiente' })
})

test('the state on the device counts before that of the server, and a late mark before the mark that it would replace', () => {
  expect(situacionOf(undefined, NO_MARK)).toBe('libre')
  expect(situacionOf(undefined, { marca: aMarca(), tardia: null })).toBe('enviada')
  expect(situacionOf(undefined, { marca: aMarca(), tardia: aTardia() })).toBe('tardia')
  expect(situacionOf(undefined, { marca: aMarca(), tardia: aTardia({ estado: 'descartada' }) })).toBe('enviada')
  expect(situacionOf(after(SEND), { marca: aMarca({ estado: 'reabierta' }), tardia: null })).toBe('pendiente')
  expect(papeletaOf(after(tap('a', '3')), { marca: aMarca(), tardia: null })).toEqual({ a: '3' })
  expect(papeletaOf(undefined, { marca: aMarca(), tardia: null })).toEqual({ a: '8.0', b: '9.0' })
})
