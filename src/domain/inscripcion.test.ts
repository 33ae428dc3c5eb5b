import { expect, test } from 'vitest'
import {
  cupoOf,
  impedimentoOf,
  lugaresOf,
  mayPlayMusica,
  mayManage,
  mayRemove,
  becomesDoble,
  doblesOf,
  inscripcionRefusalOf,
  type Impedimento,
  REGLAS_DEFAULT,
  sinTiempoTexts,
} from './inscripcion.ts'
import type { Actor } from './actor.ts'

const at = (iso: string): number => Date.parse(iso)
const reglas = { desde: '2025-03-01T06:00:00.000Z', hasta: '2025-04-01T06:00:00.000Z', maximo: 0 }
const usuario: Actor = { role: 'usuario', id: 'u', nombre: 'Úrsula', sesionId: 's' }
const admin: Actor = { role: 'admin', id: 'a', nombre: 'Organización', sesionId: 's' }

test.each([
  [0, null, null],
  [12, null, 12],
  [12, 5, 5],
  [12, 0, null],
  [0, 5, 5],
])('a general limit of %s with a category limit of %s is %s', (maximo, propio, cupo) => {
  expect(cupoOf(maximo, propio)).toBe(cupo)
})

test('free places are never negative', () => {
  expect([lugaresOf(null, 90), lugaresOf(3, 1), lugaresOf(3, 3), lugaresOf(3, 7)]).toEqual([null, 2, 0, 0])
})

test('closing times and limits apply to competitors, not to the administrator', () => {
  const open = { actor: usuario, reglas, now: at('2025-03-10T00:00:00Z'), lugares: null, cerrada: false }
  expect(inscripcionRefusalOf(open)).toBeNull()
  expect(inscripcionRefusalOf({ ...open, now: at('2025-02-01T00:00:00Z') })).toBe('inscripcion.notYet')
  expect(inscripcionRefusalOf({ ...open, now: at('2025-05-01T00:00:00Z') })).toBe('inscripcion.closed')
  expect(inscripcionRefusalOf({ ...open, lugares: 0 })).toBe('categoria.full')
  expect(inscripcionRefusalOf({ ...open, lugares: 1 })).toBeNull()
  expect(inscripcionRefusalOf({ ...open, actor: admin, now: at('2025-05-01T00:00:00Z'), lugares: 0 })).toBeNull()
})

test('in a closed category the owner changes nothing, the administrator may', () => {
  const closed = { actor: usuario, reglas: REGLAS_DEFAULT, now: 0, lugares: null, cerrada: true }
  expect(inscripcionRefusalOf(closed)).toBe('categoria.closed')
  expect(inscripcionRefusalOf({ ...closed, actor: admin })).toBeNull()
})

const una = (id: string, nombre: string | null, usuarioId: string | null = 'u') => ({ id, nombre, usuarioId })

test('entries of one owner whose names look the same are doubles; other owners, accents and missing names are none', () => {
  const category = [
    una('a', 'Lola Núñez'),
    una('b', ' LOLA  Nu\u0301n\u0303ez '),
    una('c', 'Lola Nuñez'),
    una('d', 'Lola Núñez', 'v'),
    una('e', 'Lola Núñez', null),
    una('f', null),
    una('g', null),
    una('h', 'Lola Núñez', null),
  ]
  expect(doblesOf(category).map(({ id }) => id)).toEqual(['a', 'b', 'e', 'h'])
})

test('an entry becomes a double by a name that another entry of its owner has, once', () => {
  const category = [una('a', 'Lola'), una('b', 'Ana'), una('c', 'Ana')]
  expect(becomesDoble(category, una('new', 'LOLA'))).toBe(true)
  expect(becomesDoble(category, una('new', 'Lola', 'v'))).toBe(false)
  expect(becomesDoble(category, una('new', null))).toBe(false)
  expect(becomesDoble(category, una('a', 'lola'))).toBe(false)
  expect(becomesDoble(category, una('b', 'ana'))).toBe(false)
  // A double may become another one.
  expect(becomesDoble(category, una('b', 'Lola'))).toBe(true)
})

test('the owner and the administrator manage an entry; without an owner, only the administrator', () => {
  const who = [usuario, { ...usuario, id: 'v' }, admin, { role: 'visitante' }] as const
  expect(who.map((actor) => mayManage(actor, { usuarioId: 'u' }))).toEqual([true, false, true, false])
  expect(who.map((actor) => mayManage(actor, { usuarioId: null }))).toEqual([false, false, true, false])
})

test('with sent marks an entry is moved and deleted by the administrator alone', () => {
  const may = (actor: Actor) => [false, true].map((tieneMarcas) => mayRemove(actor, { tieneMarcas }))
  expect([may(usuario), may(admin)]).toEqual([
    [true, false],
    [true, true],
  ])
})

test('the owner, the judges and the administrator may play a track', () => {
  const who = [usuario, { ...usuario, id: 'v' }, admin, { ...admin, role: 'juez' }, { role: 'visitante' }] as const
  expect(who.map((actor) => mayPlayMusica(actor, { usuarioId: 'u' }))).toEqual([true, false, true, true, false])
})

interface Asked {
  readonly lugares?: number | null
  readonly cerrada?: boolean
  readonly propia?: { readonly id: string; readonly cerrada: boolean }
  readonly isAdmin?: boolean
}

test.each([
  ['with places', { lugares: 3 }, null],
  ['without a limit', { lugares: null, cerrada: false }, null],
  ['full', { lugares: 0 }, 'llena'],
  ['full, for the administrator', { lugares: 0, isAdmin: true }, null],
  ['full, of the entry itself', { lugares: 0, propia: { id: 'c', cerrada: false } }, null],
  ['closed', { lugares: 3, cerrada: true }, 'cerrada'],
  ['closed and full', { lugares: 0, cerrada: true }, 'cerrada'],
  ['closed, for the administrator', { cerrada: true, isAdmin: true }, 'cerrada'],
  ['closed, of the entry itself', { cerrada: true, propia: { id: 'c', cerrada: true } }, null],
  ['of an entry whose own one is closed', { propia: { id: 'd', cerrada: true }, isAdmin: true }, 'fija'],
] satisfies [string, Asked, Impedimento | null][])('a category %s: %o gives %s', (_name, given, impedimento) => {
  const { lugares = null, cerrada = false, propia, isAdmin = false }: Asked = given
  expect(impedimentoOf({ id: 'c', lugares, cerrada }, propia, isAdmin)).toBe(impedimento)
})

test('who dances again fewer than three turns later is named, once for each time', () => {
  type Persona = Parameters<typeof sinTiempoTexts>[0][number]['competidor']
  const de = (nombre: string, compania = 'Ritmo', rest: Partial<Persona> = {}): Persona => ({
    nombre,
    compania,
    usuarioId: null,
    retiro: null,
    ...rest,
  })
  const texts = (dia: readonly Persona[], pasados = 0) =>
    sinTiempoTexts(
      dia.map((competidor, index) => ({ turno: index + 1, competidor })),
      pasados,
    )
  const dice = (rest: string) => `Sin tiempo para cambiarse: ${rest}.`
  expect(texts([de('Ana'), de('Beto'), de('beto', ' RITMO '), de('Caro')])).toEqual([dice('Beto, turnos 2 y 3')])
  expect(texts([de('Ana'), de('Beto'), de('Ana'), de('Beto'), de('Ana')])).toEqual([
    dice('Ana, turnos 1 y 3'),
    dice('Beto, turnos 2 y 4'),
    dice('Ana, turnos 3 y 5'),
  ])
  expect(texts([de('Ana'), de('Beto'), de('Caro'), de('Ana')])).toEqual([])
  // Another company is another person, unless one owner entered both.
  expect(texts([de('Ana'), de('Ana', 'Son')])).toEqual([])
  expect(texts([de('Ana', 'Ritmo', { usuarioId: 'u' }), de('Ana', 'Son', { usuarioId: 'u' })])).toHaveLength(1)
  // A withdrawn entry does not dance: it takes no turn between two others, and has none itself.
  const retiro = 'no_se_presento'
  expect(texts([de('Ana', 'Ritmo', { retiro }), de('Ana')])).toEqual([])
  expect(texts([de('Ana'), de('Beto', 'Son', { retiro }), de('Caro'), de('Ana')])).toEqual([dice('Ana, turnos 1 y 4')])
  expect(texts([de('Sin nombre'), de('Sin nombre')])).toEqual([])
  // With a closed order numbers stand in place of turns. What is over is told no more.
  const cerrado = [de('Ana', 'Ritmo', { numero: '7' }), de('Ana', 'Ritmo', { numero: '3A' })]
  expect(texts(cerrado, 1)).toEqual([dice('Ana, N.º 7 y N.º 3A')])
  expect(texts(cerrado, 2)).toEqual([])
})
