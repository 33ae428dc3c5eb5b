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
import { DIAS } from './dia.ts'

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

test('a day is public unless its switch is off, in the order of the event; no day is public while the results are off', () => {
  const abierto = publicadoOf({ ...nada, mostrarCalificaciones: true, mostrarViernes: false })
  expect(DIAS.map((dia) => isPublicado(abierto, dia))).toEqual([true, false, true])
  expect(diasPublicados(abierto)).toEqual(['jueves', 'sábado'])
  expect([isPublicado(publicadoOf(nada), 'jueves'), diasPublicados(publicadoOf(nada))]).toEqual([false, []])
})

test('a day is live once the clock is active or an hour is saved', () => {
  const nada = { dia: 'viernes', hora: null, activarReloj: null } as const
  expect(diaEnVivo(nada)).toBeNull()
  expect(diaEnVivo({ ...nada, activarReloj: true })).toBe('viernes')
  expect(diaEnVivo({ ...nada, dia: null, hora: '2025-04-10T20:50:00.000Z' })).toBe('jueves')
})
