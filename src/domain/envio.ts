import type { EstadoMarca } from './calificacion.ts'
import { oneOf, titleBy } from './records.ts'
import { samePuntuaciones, type Puntuaciones } from './puntuaciones.ts'

/** The state of an entry that decides whether a mark can still count. */
export interface EstadoDeEntrada {
  readonly retirado: boolean
  /** Its category is closed. */
  readonly cerrada: boolean
  /** The judge is assigned to its category. */
  readonly asignado: boolean
  /** The attempt that the mark is for is annulled: the entry was repeated since, or its repetition was taken back. */
  readonly anulado: boolean
}

/** A mark that a judge sends. `version`: the version that the device knew; 0 when it knew none. */
export interface SentMarca {
  readonly criterios: Puntuaciones
  readonly version: number
}

/** The fields of a stored mark that decide what happens to a new sending of the same judge. */
export interface StoredMarca extends SentMarca {
  readonly estado: EstadoMarca
}

/**
 * The outcome of a sent mark. `repetida`: the same mark is stored already. `versiones`: the judge has to choose between
 * two versions. `tardia`: the mark waits for the head judge. `enviada`: it is stored under `version`.
 */
export type Envio =
  | { readonly tipo: 'repetida'; readonly version: number }
  | { readonly tipo: 'versiones' }
  | { readonly tipo: 'tardia'; readonly causa: CausaTardia }
  | { readonly tipo: 'enviada'; readonly version: number }

/**
 * Decides what happens to a mark that a judge sends. `guardada`: the judge's stored mark of the same attempt, if any.
 * `entrada`: null when the entry was deleted.
 */
export function decideEnvio(
  enviada: SentMarca,
  guardada: StoredMarca | undefined,
  entrada: EstadoDeEntrada | null,
): Envio {
  if (guardada?.estado === 'enviada' && samePuntuaciones(enviada.criterios, guardada.criterios)) {
    return { tipo: 'repetida', version: guardada.version }
  }
  const causa = causaTardiaOf(entrada)
  if (causa === 'intento') return { tipo: 'tardia', causa }
  // Another mark is stored than the device knew: it was sent, or it has another version.
  if (guardada && (guardada.estado === 'enviada' || guardada.version !== enviada.version)) return { tipo: 'versiones' }
  return causa === null ? { tipo: 'enviada', version: (guardada?.version ?? 0) + 1 } : { tipo: 'tardia', causa }
}

/** Why a mark for an entry cannot count; null when it can. */
export function causaTardiaOf(entrada: EstadoDeEntrada | null): CausaTardia | null {
  if (entrada === null) return 'eliminado'
  if (entrada.anulado) return 'intento'
  if (entrada.retirado) return 'retirado'
  if (entrada.cerrada) return 'cerrada'
  return entrada.asignado ? null : 'asignacion'
}

/**
 * Why a mark could not count when it arrived. `version`: its judge chose it over a version that was sent already. `sesion`: it
 * came with an ended session, in an earlier version of the program. `intento`: it can only be discarded.
 */
export const CAUSAS_TARDIA = ['cerrada', 'retirado', 'eliminado', 'asignacion', 'sesion', 'version', 'intento'] as const
export type CausaTardia = (typeof CAUSAS_TARDIA)[number]

export const ESTADOS_TARDIA = ['pendiente', 'aceptada', 'descartada'] as const
export type EstadoTardia = (typeof ESTADOS_TARDIA)[number]

/** Limit of the late marks of one judge. */
export const TARDIAS_MAX = 500

/** The cause as a sentence. */
export const causaTitle = titleBy<CausaTardia>({
  cerrada: 'La categoría ya estaba cerrada.',
  retirado: 'El competidor ya estaba retirado.',
  eliminado: 'El competidor ya no existe.',
  asignacion: 'El juez no está asignado a la categoría.',
  sesion: 'La sesión del juez había terminado.',
  version: 'Ya había otra versión enviada.',
  intento: 'Es de un intento anulado.',
})

export const isCausaTardia = oneOf(CAUSAS_TARDIA)
