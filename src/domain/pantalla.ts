/** What a screen shows. `Sala`: the screen of the hall. `Locutor`: what the announcer reads. `Transmisión`: the overlay of a stream. */
export const TIPOS_PANTALLA = ['Sala', 'Locutor', 'Transmisión'] as const
export type TipoPantalla = (typeof TIPOS_PANTALLA)[number]

/** What a `Sala` shows, in the order in which it is offered. The first is the scene of a new one. */
export const ESCENAS = ['En pista', 'Resultados', 'Premiación', 'Galería', 'Mensaje'] as const
export type Escena = (typeof ESCENAS)[number]

export const ESCENA_DEFAULT: Escena = 'En pista'
export const MENSAJE_MAX = 200

/** How long a screen shows its name after `Identificar`. */
export const IDENTIFICAR_MS = 10_000
/** The interval of the reports of an open screen, and the time without one after which it counts as disconnected. */
export const REPORTE_MS = 10_000
const PERDIDA_MS = 30_000

/** Whether a screen is connected. `visto`: its last report, ms since 1970; undefined: none. */
export function isConectada(visto: number | undefined, now: number): boolean {
  // The clock may have gone back since the last report.
  return visto !== undefined && Math.abs(now - visto) <= PERDIDA_MS
}

/** A `Sala` before and after a scene that a ceremony, or a person, gives it. */
export interface EscenaDeSala {
  readonly escena: Escena
  /** The scene before a ceremony in course; null: no ceremony changed it, or a person has chosen one since. */
  readonly antes: Escena | null
}

/** A ceremony begins: the screen shows it, and keeps in mind what it showed. */
export function conPremiacion({ escena }: EscenaDeSala): EscenaDeSala {
  return { escena: 'Premiación', antes: escena }
}

/** A ceremony was taken off before it revealed anything: the screen shows what it showed before. */
export function sinPremiacion({ escena, antes }: EscenaDeSala): EscenaDeSala {
  return { escena: antes ?? escena, antes: null }
}
