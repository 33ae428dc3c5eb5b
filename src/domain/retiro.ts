import { oneOf, titleBy } from './records.ts'

/** Why an entry does not compete. It keeps its place and its number; the turn skips it and it has no place in the results. */
export const ESTADOS_RETIRO = ['no_se_presento', 'descalificado'] as const
export type EstadoRetiro = (typeof ESTADOS_RETIRO)[number]

export interface Retiro {
  readonly estado: EstadoRetiro
  readonly motivo: string | null
}

/** The state as screens, PDF and schedule show it. */
export const retiroTitle = titleBy<EstadoRetiro>({
  no_se_presento: 'No se presentó',
  descalificado: 'Descalificado',
})

export const isEstadoRetiro = oneOf(ESTADOS_RETIRO)
