import type { CategoriaDeJornada, Jornada } from './jornada.ts'

/**
 * What a screen shows. `Sala`: the screen of the hall. `Locutor`: what the announcer reads. `Transmisión`: the overlay of a stream.
 * `Música`: the post that plays the tracks. `Recepción`: the post at the stage door.
 */
export const TIPOS_PANTALLA = ['Sala', 'Locutor', 'Transmisión', 'Música', 'Recepción'] as const
export type TipoPantalla = (typeof TIPOS_PANTALLA)[number]

/** Whether a screen is a post: the page of a person who works, with or without a signal. The others show. */
export function isPuesto(tipo: TipoPantalla): boolean {
  return tipo === 'Música' || tipo === 'Recepción'
}

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

/** Whether a screen shows its name. `hasta`: until when, ms since 1970; undefined: nobody asked. `now`: the last whole second. */
export function isIdentificada(hasta: number | undefined, now: number): boolean {
  // More time is left when the clock has gone back since.
  return hasta !== undefined && now < hasta && hasta - now < IDENTIFICAR_MS + 1_000
}

/** What an administrator may do with a screen, besides its link. */
export type ActoDePantalla = 'escena' | 'adelantar' | 'identificar'

const ACTOS: Readonly<Record<TipoPantalla, readonly ActoDePantalla[]>> = {
  Sala: ['escena', 'identificar'],
  Locutor: ['adelantar', 'identificar'],
  Transmisión: [],
  Música: [],
  Recepción: [],
}

/** Whether a type of screen has an act. `escena`: its scene, category and message. */
export function hasActo(tipo: TipoPantalla, acto: ActoDePantalla): boolean {
  return ACTOS[tipo].includes(acto)
}

/** The address of the page of a link, after the origin. */
export function enlacePath(tipo: TipoPantalla, enlace: string): string {
  return `/#/${tipo === 'Transmisión' ? 'transmision' : 'pantalla'}/${enlace}`
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

/** How long a page of results, or an image, stays. By the server's clock: all screens change at the same time. */
const PASE_MS = 8_000
const FILAS_MAX = 8

/** Which of `cuantos` pages or images a screen shows at an instant (ms since 1970). */
export function paseAt(cuantos: number, now: number): number {
  return cuantos === 0 ? 0 : Math.floor(now / PASE_MS) % cuantos
}

/** The pages of a list whose rows do not fit on one screen: as few as possible, and equally long but for the last. */
export function paginasOf<T>(filas: readonly T[]): (readonly T[])[] {
  const cuantas = Math.ceil(filas.length / FILAS_MAX)
  const largo = Math.ceil(filas.length / cuantas)
  return Array.from({ length: cuantas }, (_, pagina) => filas.slice(pagina * largo, (pagina + 1) * largo))
}

/** The category of the entry in course, else of the next one, else of the last one of the day; undefined without entries. */
export function categoriaDelTurno<G extends CategoriaDeJornada>({
  actual,
  siguen: [next],
  categorias,
}: Jornada<G>): G | undefined {
  const last = categorias.findLast(({ renglones }) => renglones.length > 0)
  return (actual ?? next ?? last)?.categoria
}
