/** When entries are open. Apart from the other rules for entries: the home page needs this one alone. */
export interface Plazo {
  /** ISO instant at which entries open. */
  readonly desde: string | null
  /** ISO instant at which entries close; at this instant they are closed. */
  readonly hasta: string | null
}

export type Apertura = 'antes' | 'abiertas' | 'cerradas'

/** Whether entries are open at an instant (ms). */
export function aperturaOf({ desde, hasta }: Plazo, now: number): Apertura {
  if (hasta !== null && now >= Date.parse(hasta)) return 'cerradas'
  return desde !== null && now < Date.parse(desde) ? 'antes' : 'abiertas'
}
