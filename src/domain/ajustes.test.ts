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

test('without saved settings the day is jueves, the clock is stopped and a competitor takes five minutes', () => {
  expect(diaActivo(nada)).toBe('jueves')
  expect(relojOf(nada)).toEqual({ activarReloj: false, hora: null, minutosPorCompetidor: 5 })
})

test('a day is public unless its switch is off; no day is public while the results are off', () => {
  const abierto = publicadoOf({ ...nada, mostrarCalificaciones: true, mostrarViernes: false })
  expect([isPublicado(abierto, 'jueves'), isPublicado(abierto, 'viernes'), isPublicado(abierto, 'sábado')]).toEqual([
    true,
    false,
    true,
  ])
  expect(isPublicado(publicadoOf(nada), 'jueves')).toBe(false)
})

test('the public days are in the order of the event', () => {
  expect(diasPublicados(publicadoOf({ ...nada, mostrarCalificaciones: true, mostrarViernes: false }))).toEqual([
    'jueves',
    'sábado',
  ])
  expect(diasPublicados(publicadoOf(nada))).toEqual([])
})

test('a day is live once the clock is active or an hour is saved', () => {
  const nada = { dia: 'viernes', hora: null, activarReloj: null } as const
  expect(diaEnVivo(nada)).toBeNull()
  expect(diaEnVivo({ ...nada, activarReloj: true })).toBe('viernes')
  expect(diaEnVivo({ ...nada, dia: null, hora: '2025-04-10T20:50:00.000Z' })).toBe('jueves')
})
