import { oneOf, recordBy } from './claves.ts'

/** The days of the event, in order, as they are stored and routed. */
export const DIAS = ['jueves', 'viernes', 'sábado'] as const
export type Dia = (typeof DIAS)[number]

export const isDia = oneOf(DIAS)

/** The setting that shows or hides the results of each day. */
export const INTERRUPTORES = {
  jueves: 'mostrarJueves',
  viernes: 'mostrarViernes',
  sábado: 'mostrarSabado',
} as const satisfies Readonly<Record<Dia, string>>

/** The day as a title: `Sábado`. */
export function diaTitle(dia: Dia): string {
  return dia.charAt(0).toUpperCase() + dia.slice(1)
}

/** A value for each day. */
export const mapDias = recordBy(DIAS)
