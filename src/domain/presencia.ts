import { MINUTO } from './programa.ts'

/** The last heartbeat of the page of a judge: the entry that the page showed, and the time (ms since 1970). */
export interface Presencia {
  readonly juezId: string
  readonly competidorId: string | null
  readonly visto: number
  /** The page sent it while it closed. */
  readonly cerrada: boolean
}

/** The interval between two heartbeats of an open page. */
export const PRESENCIA_MS = 8_000
const PERDIDA_MS = 20_000
/** A page that was lost earlier belongs to another day. */
const VIEJA_MS = 12 * 60 * 60_000

/**
 * What the desk says of a judge whose mark of the entry in course is missing. `desde`: when the entry got the turn; undefined when
 * it is not known.
 */
export function situacionDeJuez(
  presencia: Presencia | undefined,
  { competidorId, desde = Infinity }: { readonly competidorId: string; readonly desde?: number | undefined },
  now: number,
): string {
  const ausente = presencia ? now - presencia.visto : VIEJA_MS
  if (!presencia || ausente >= VIEJA_MS || (presencia.cerrada && presencia.visto < desde)) return 'Falta'
  if (ausente >= PERDIDA_MS) return `Sin conexión ${Math.ceil(ausente / MINUTO)} min`
  return !presencia.cerrada && presencia.competidorId === competidorId ? 'Calificando' : 'Falta'
}
