import { expect, test } from 'vitest'
import {
  diaEnVivo,
  diaActivo,
  diasPublicados,
  isPublicado,
  publicadoOf,
  relojOf,
  type AjustesGuardados,
} from './ajustes.ts'

const nada: AjustesGuardados = {
  dia: null,
  hora: null,
  activarReloj: null,
  minutosPorCompetidor: null,
  mostrarCalificaciones: null,
  mostrarJueves: null,
  mostrarViernes: null,
  mostrarSabado: null,
}

test('with nothing saved the day is jueves, the clock stands and a competitor takes five minutes', () => {
  expect(diaActivo(nada)).toBe('jueves')
  expect(relojOf(nada)).toEqual({ activarReloj: false, hora: null, minutosPorCompetidor: 5 })
})

test('a day is public unless its switch is off, and none is while the results are not', () => {
  const abierto = publicadoOf({ ...nada, mostrarCalificaciones: true, mostrarViernes: false })
  expect([isPublicado(abierto, 'jueves'), isPublicado(abierto, 'viernes'), isPublicado(abierto, 'sábado')]).toEqual([
    true,
    false,
    true,
  ])
  expect(isPublicado(publicadoOf(nada), 'jueves')).toBe(false)
})

test('the public days are told in the order of the event', () => {
  expect(diasPublicados(publicadoOf({ ...nada, mostrarCalificaciones: true, mostrarViernes: false }))).toEqual([
    'jueves',
    'sábado',
  ])
  expect(diasPublicados(publicadoOf(nada))).toEqual([])
})

test('a day is on once the clock was set, be it by hand or by running', () => {
  const nada = { dia: 'viernes', hora: null, activarReloj: null } as const
  expect(diaEnVivo(nada)).toBeNull()
  expect(diaEnVivo({ ...nada, activarReloj: true })).toBe('viernes')
  expect(diaEnVivo({ ...nada, dia: null, hora: '2025-04-10T20:50:00.000Z' })).toBe('jueves')
})
