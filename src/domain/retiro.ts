import { oneOf } from './records.ts'

/** Why an entry does not compete. It keeps its place and its number; the turn skips it and it has no place in the results. */
export const ESTADOS_RETIRO = ['no_se_presento', 'descalificado'] as const
export type EstadoRetiro = (typeof ESTADOS_RETIRO)[number]

export interface Retiro {
  readonly estado: EstadoRetiro
  readonly motivo: string | null
}

const RETIRO_TITULOS: Readonly<Record<EstadoRetiro, string>> = {
  no_se_presento: 'No se presentó',
  descalificado: 'Descalificado',
}

/** The state as screens, PDF and schedule show it. */
export function retiroTitle(estado: EstadoRetiro): string {
  return RETIRO_TITULOS[estado]
}

export const isEstadoRetiro = oneOf(ESTADOS_RETIRO)
