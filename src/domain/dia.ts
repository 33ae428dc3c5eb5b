import { oneOf, recordBy } from './records.ts'

/** The days of the event, in order, as they are stored and routed. Each has the setting that shows or hides its results. */
export const INTERRUPTOR_DE = {
  jueves: 'mostrarJueves',
  viernes: 'mostrarViernes',
  sábado: 'mostrarSabado',
} as const

export type Dia = keyof typeof INTERRUPTOR_DE
export const DIAS = Object.keys(INTERRUPTOR_DE) as readonly Dia[]

export const isDia = oneOf(DIAS)

/** The day as a title: `Sábado`, also with its date: `Sábado 5 de diciembre`. */
export function diaTitle(dia: string): string {
  return dia.charAt(0).toUpperCase() + dia.slice(1)
}

/** The day after a day of the event; undefined after the last. */
export function diaSiguiente(dia: Dia): Dia | undefined {
  return DIAS[DIAS.indexOf(dia) + 1]
}

/** A value for each day. */
export const mapDias = recordBy(DIAS)
