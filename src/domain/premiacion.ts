import { empatadosOf } from './empate.ts'
import { joinNombres } from './plural.ts'
import type { Resultado } from './resultados.ts'

// The ceremony of a category: it reveals the prizes one step at a time, from the last to the first (`server/calificaciones/premiacion.ts`).

export const PREMIOS_MIN = 1
export const PREMIOS_MAX = 10
export const PREMIOS_DEFAULT = 3
export const PREMIOS_FAULT = `Escribe premios de ${PREMIOS_MIN} a ${PREMIOS_MAX}.`

/** The least time between two steps, in ms. An earlier press is dropped. */
const ENTRE_PASOS_MS = 1_000

/** A step of a ceremony: the entries that it reveals, with their places. Several are tied. */
export interface Paso {
  readonly lugares: readonly number[]
  /** The entries, best first. */
  readonly ids: readonly string[]
}

/** The ceremony in course, or the last one. */
export interface Premiacion {
  readonly categoriaId: string
  readonly premios: number
  /** The steps after the title, in the order in which they come: fixed when the ceremony begins, while the category is closed. */
  readonly pasos: readonly Paso[]
  /** How many of them were revealed. 0: the title. */
  readonly paso: number
  /** Null: it has ended, and screens keep its podium. Otherwise when the last step came, ms since 1970. */
  readonly avanzo: number | null
}

/**
 * The steps of a ceremony. The entries of a tie come in one step, also beyond the last prize. Withdrawn and unmarked entries have no
 * place, and so no step.
 */
export function pasosOf({ puestos, empates }: Pick<Resultado, 'puestos' | 'empates'>, premios: number): Paso[] {
  const empatados = empatadosOf({ empates })
  const pasos: Paso[] = []
  for (const { id, lugar } of puestos) {
    if (lugar === null) continue
    const [last] = pasos
    const tie = empatados.find((ids) => ids.includes(id))
    if (last && tie?.includes(last.ids[0] ?? ''))
      pasos[0] = { lugares: [...last.lugares, lugar], ids: [...last.ids, id] }
    else if (lugar <= premios) pasos.unshift({ lugares: [lugar], ids: [id] })
    else break
  }
  return pasos
}

/** Whether the ceremony of a category is in course: its result stays as it is until it ends. */
export function isPremiada(premiacion: Premiacion | undefined, categoriaId: string): premiacion is Premiacion {
  return premiacion?.categoriaId === categoriaId && premiacion.avanzo !== null
}

/** The revealed steps, in the order in which they came. */
export function revealedOf({ pasos, paso }: Pick<Premiacion, 'pasos' | 'paso'>): readonly Paso[] {
  return pasos.slice(0, paso)
}

/** The next step; undefined after the last one, and after the end of the ceremony. */
export function nextPasoOf({ pasos, paso, avanzo }: Premiacion): Paso | undefined {
  return avanzo === null ? undefined : pasos[paso]
}

/** Whether a press moves the ceremony: it names the step that it started from, and the last step came at least a second ago. */
export function canStep({ paso, avanzo }: Premiacion, desde: number, now: number): boolean {
  // The clock may have gone back since the last step.
  return avanzo !== null && paso === desde && Math.abs(now - avanzo) >= ENTRE_PASOS_MS
}

/** `Lugar 3`, `Lugares 2 y 3, empate`. */
export function pasoText({ lugares }: Pick<Paso, 'lugares'>): string {
  return lugares.length === 1 ? `Lugar ${lugares[0]}` : `Lugares ${joinNombres(lugares.map(String))}, empate`
}

/** The question before a ceremony ends without its first prize; null when that was revealed. */
export function terminarText({ pasos, paso }: Pick<Premiacion, 'pasos' | 'paso'>): string | null {
  const faltan = pasos.length - paso
  if (faltan === 0) return null
  return `${faltan === 1 ? 'Falta 1 paso' : `Faltan ${faltan} pasos`}. ¿Terminar y publicar?`
}
