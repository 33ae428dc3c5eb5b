import { expect, test } from 'vitest'
import { type Cargada, retencionOf } from './cargada.ts'

const ana = { nombre: 'Ana', numero: null, musicaPath: null, tieneMarcas: false, tuvoTurno: false }
const salsa = { nombre: 'Salsa', cerrada: false, tieneOtros: false }
const cargada = (
  competidor: Partial<Cargada['competidores'][number]>,
  categoria: Partial<typeof salsa> = {},
): Cargada => ({
  competidores: [
    { ...ana, nombre: 'Bea' },
    { ...ana, ...competidor },
  ],
  categorias: [{ ...salsa, ...categoria }],
})

test.each<[string | null, Cargada]>([
  [null, cargada({})],
  ['Ana ya tiene música', cargada({ musicaPath: 'musica/a.mp3' })],
  ['Ana ya tiene calificaciones', cargada({ tieneMarcas: true })],
  ['Ana ya tiene número', cargada({ numero: '8A' })],
  ['Ana ya tuvo el turno', cargada({ tuvoTurno: true })],
  ['la categoría Salsa está cerrada', cargada({}, { cerrada: true })],
  ['la categoría Salsa tiene otros competidores', cargada({}, { tieneOtros: true })],
  ['ya no queda nada de ella', { competidores: [], categorias: [] }],
])('a load is kept because: %s', (motivo, one) => {
  expect(retencionOf(one)).toBe(motivo)
})
