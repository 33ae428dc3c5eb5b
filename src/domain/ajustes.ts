import { recordBy } from './records.ts'
import { DIAS, INTERRUPTOR_DE, isDia, type Dia } from './dia.ts'

export type Interruptor = 'mostrarCalificaciones' | (typeof INTERRUPTOR_DE)[Dia]
export const INTERRUPTORES: readonly Interruptor[] = ['mostrarCalificaciones', ...Object.values(INTERRUPTOR_DE)]
export type Publicado = Readonly<Record<Interruptor, boolean>>

/** A value for each switch. */
export const mapInterruptores = recordBy(INTERRUPTORES)

/** The minute-by-minute settings as stored. A setting that was never saved is `null` and is exported as `null`. */
export interface AjustesGuardados extends Readonly<Record<Interruptor, boolean | null>> {
  readonly dia: Dia | null
  /** ISO timestamp of the stopped clock. */
  readonly hora: string | null
  readonly activarReloj: boolean | null
  readonly minutosPorCompetidor: number | null
}

/** The clock of the schedule, with the defaults filled in. */
export interface Reloj {
  readonly activarReloj: boolean
  readonly hora: string | null
  readonly minutosPorCompetidor: number
}

const MINUTOS_DEFAULT = 5
export const MINUTOS_MIN = 1
export const MINUTOS_MAX = 1_440
export const MINUTOS_FAULT = `Escribe un número entero de ${MINUTOS_MIN} a ${MINUTOS_MAX}.`

export function diaActivo(ajustes: Pick<AjustesGuardados, 'dia'>): Dia {
  return isDia(ajustes.dia) ? ajustes.dia : 'jueves'
}

/** The active day; `null` while the clock is off and no hour is saved. */
export function diaEnVivo(ajustes: Pick<AjustesGuardados, 'dia' | 'hora' | 'activarReloj'>): Dia | null {
  return ajustes.activarReloj || ajustes.hora ? diaActivo(ajustes) : null
}

export function relojOf(ajustes: AjustesGuardados): Reloj {
  return {
    activarReloj: ajustes.activarReloj ?? false,
    hora: ajustes.hora,
    minutosPorCompetidor: ajustes.minutosPorCompetidor ?? MINUTOS_DEFAULT,
  }
}

/** The switches of the public results. By default the results as a whole are off and each day is on. */
export function publicadoOf(ajustes: AjustesGuardados): Publicado {
  return mapInterruptores((campo) => ajustes[campo] ?? campo !== 'mostrarCalificaciones')
}

/** Whether the public may see a day's results. */
export function isPublicado(publicado: Publicado, dia: Dia): boolean {
  return publicado.mostrarCalificaciones && publicado[INTERRUPTOR_DE[dia]]
}

/** The days whose results the public may see, in order. */
export function diasPublicados(publicado: Publicado): Dia[] {
  return DIAS.filter((dia) => isPublicado(publicado, dia))
}
