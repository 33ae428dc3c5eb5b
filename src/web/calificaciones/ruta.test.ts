import { expect, test } from 'vitest'
import { PATHS } from '../paths.ts'
import { matchAddress } from '../address.ts'
import { hrefToDetalle, readRuta } from './ruta.ts'

const DETALLE = Object.keys(PATHS).find((path) => path.startsWith('/calificaciones-detalle/')) ?? ''

const NOMBRES = [
  'A/B & Co',
  '100% Sabor',
  'a%2Fb',
  '%2F',
  'a\\b',
  'Dúo #1 + 2?',
  'Ritmo 💃🏽',
  '..',
  'Ñandú "x»',
  '李 小龍',
  '¿Quién?',
]

test.each(NOMBRES)('the name %j survives the address', (nombre) => {
  const ruta = { dia: 'sábado', categoria: 'Pro/Am & 50% #2', nombre } as const
  const { hash } = new URL(hrefToDetalle(ruta), 'https://sitio/')
  expect(readRuta(matchAddress(DETALLE, hash.slice(1)) ?? {})).toEqual(ruta)
})

test('an address without a day of the event leads to no entry', () => {
  expect(readRuta({ dia: 'lunes', categoria: 'Salsa', nombre: 'Ana' })).toBeUndefined()
})
