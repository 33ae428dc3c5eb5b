/**
 * Why a mark could not count when it arrived. `version`: its judge chose it over a version that was sent already. `sesion`: it
 * came with an ended session, in an earlier version of the program.
 */
export const CAUSAS_TARDIA = ['cerrada', 'retirado', 'eliminado', 'asignacion', 'sesion', 'version'] as const
export type CausaTardia = (typeof CAUSAS_TARDIA)[number]

export const ESTADOS_TARDIA = ['pendiente', 'aceptada', 'descartada'] as const
export type EstadoTardia = (typeof ESTADOS_TARDIA)[number]

/** Limit of the late marks of one judge. */
export const TARDIAS_MAX = 500

const CAUSAS: Readonly<Record<CausaTardia, string>> = {
  cerrada: 'La categoría ya estaba cerrada.',
  retirado: 'El competidor ya estaba retirado.',
  eliminado: 'El competidor ya no existe.',
  asignacion: 'El juez no está asignado a la categoría.',
  sesion: 'La sesión del juez había terminado.',
  version: 'Ya había otra versión enviada.',
}

export function isCausaTardia(value: unknown): value is CausaTardia {
  return typeof value === 'string' && Object.hasOwn(CAUSAS, value)
}

/** The cause as a sentence. */
export function causaTitle(causa: CausaTardia): string {
  return CAUSAS[causa]
}
