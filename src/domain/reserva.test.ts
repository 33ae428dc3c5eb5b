import { expect, test } from 'vitest'
import type { EstadoMarca } from './calificacion.ts'
import { maySeeLugares, maySeeMarcas, owes } from './reserva.ts'

const juez = { id: 'ana', principal: false, dias: null, categorias: null }
const principal = { ...juez, principal: true }
const ajeno = { ...principal, categorias: ['otra'] }
const salsa = { id: 'salsa', dia: 'jueves' } as const
const marca = (juezId: string, estado: EstadoMarca = 'enviada') => ({ juezId, juez: juezId, estado })
const entrada = (...marcas: ReturnType<typeof marca>[]) => ({ orden: 1, retiro: null, marcas })
const retirada = { ...entrada(marca('luis')), retiro: { estado: 'descalificado', motivo: null } } as const

test('a judge owes an entry until the judge sends a mark for it, also while it is reopened', () => {
  expect(owes(juez, salsa, entrada(marca('luis')))).toBe(true)
  expect(owes(juez, salsa, entrada(marca('ana', 'reabierta')))).toBe(true)
  expect(owes(juez, salsa, entrada(marca('ana')))).toBe(false)
})

test('a judge owes no entry that is withdrawn, and none of a category of others', () => {
  expect(owes(juez, salsa, retirada)).toBe(false)
  expect(owes(ajeno, salsa, entrada())).toBe(false)
})

test('a judge owes an entry with an own reopened mark, also when no longer assigned', () => {
  expect(owes(ajeno, salsa, entrada(marca('ana', 'reabierta')))).toBe(true)
  expect(owes(ajeno, salsa, entrada(marca('ana')))).toBe(false)
})

test('a judge sees the marks of others only after sending; a head judge also where no mark is due', () => {
  for (const one of [juez, principal]) {
    expect(maySeeMarcas(one, salsa, entrada(marca('luis')))).toBe(false)
    expect(maySeeMarcas(one, salsa, entrada(marca('luis'), marca('ana')))).toBe(true)
  }
  expect(maySeeMarcas(juez, salsa, retirada)).toBe(false)
  expect(maySeeMarcas(principal, salsa, retirada)).toBe(true)
  expect(maySeeMarcas({ ...ajeno, principal: false }, salsa, entrada(marca('luis')))).toBe(false)
  expect(maySeeMarcas(ajeno, salsa, entrada(marca('luis')))).toBe(true)
})

test('the places of a category are hidden until the marks of all its competing entries may be seen', () => {
  const sent = entrada(marca('ana'))
  expect(maySeeLugares(juez, salsa, [sent, entrada()])).toBe(false)
  expect(maySeeLugares(juez, salsa, [sent, { ...entrada(), orden: null }, retirada])).toBe(true)
})
