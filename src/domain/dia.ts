/** The three days of the event, in order, as they are stored and routed. */
export const DIAS = ['jueves', 'viernes', 'sábado'] as const
export type Dia = (typeof DIAS)[number]

export function isDia(value: unknown): value is Dia {
  return DIAS.some((dia) => dia === value)
}

/** The day as a title: `Sábado`. */
export function diaTitle(dia: Dia): string {
  return dia.charAt(0).toUpperCase() + dia.slice(1)
}
