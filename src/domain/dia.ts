import { oneOf, recordBy } from './claves.ts'

/** The days of the event, in order, as they are stored and routed. */
export const DIAS = ['jueves', 'viernes', 'sábado'] as const
export type Dia = (typeof DIAS)[number]

export const isDia = oneOf(DIAS)

/** The day as a title: `Sábado`. */
export function diaTitle(dia: Dia): string {
  return dia.charAt(0).toUpperCase() + dia.slice(1)
}

/** A list with one item for each day. */
export type PorDia<T, List extends readonly unknown[] = typeof DIAS> = { readonly [I in keyof List]: T }

/** A value for each day. */
export const mapDias = recordBy(DIAS)
