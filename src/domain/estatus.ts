import type { Reloj } from './ajustes.ts'
import type { Ficha } from './numero.ts'
import { MINUTO, type Expectativa } from './programa.ts'
import { retiroTitle, type EstadoRetiro } from './retiro.ts'
import { isPassed, type EnTurno } from './turno.ts'

export type Estatus = 'Finalizado' | 'Compitiendo' | 'Espera'

/**
 * The field of an entry that the schedule needs. A withdrawn entry keeps its number and takes no time; screens show its
 * state instead of the status.
 */
export interface Programado extends Pick<Ficha, 'id' | 'numero'> {
  readonly retiro: EstadoRetiro | null
}

/** One entry in the schedule. `hora` is an instant in ms; `null` is shown as `--:--`. */
export interface Renglon<C extends Programado = Programado> {
  readonly competidor: C
  /** Position in the list of the day, from 1. */
  readonly turno: number
  readonly estatus: Estatus
  readonly hora: number | null
  /** The published start, where it differs from `hora` by a minute or more. */
  readonly previsto?: number | null
  /** One of the next that dance, while the day is ahead of its programme: see `Expectativa.adelantada`. */
  readonly puedeSerAntes?: boolean
}

/** The time from which the schedule counts: real time while the clock is active, else the saved hour; `null` without one. */
export function clockAt(reloj: Reloj, now: number): number | null {
  if (reloj.activarReloj) return now
  const saved = reloj.hora === null ? Number.NaN : Date.parse(reloj.hora)
  return Number.isNaN(saved) ? null : saved
}

/**
 * The status and time of each entry of a day. Entries that the turn has passed are `Finalizado` and have no time.
 * The entry at the turn is `Compitiendo` and has the time of the clock. The others are `Espera`; each starts `minutos`
 * after the one before. Without a turn every entry waits and the first has the time of the clock. A withdrawn entry has no
 * time, and the entry after it starts as if it were not there. While an entry has the turn out of order, the others wait
 * behind it. During a break of the desk `clock` is its end.
 */
export function renglonesOf<C extends Programado>(
  competidores: readonly C[],
  actual: EnTurno,
  { clock, minutos }: { readonly clock: number | null; readonly minutos: number },
): Renglon<C>[] {
  let before = competidores[actual.selectedRow - 1]?.retiro === null && !actual.pausa ? 1 : 0
  return renglonesCon(competidores, actual, (_, estatus) => {
    const wait = estatus === 'Espera' ? before++ : 0
    return { hora: clock === null ? null : clock + wait * minutos * MINUTO }
  })
}

/** The same with a published programme: all times are the expected ones. */
export function renglonesEsperados<C extends Programado>(
  competidores: readonly C[],
  actual: EnTurno,
  { entradas }: Pick<Expectativa, 'entradas'>,
): Renglon<C>[] {
  return renglonesCon(competidores, actual, ({ id }) => entradas.get(id) ?? { hora: null, previsto: null })
}

/** `horaOf`: the times of an entry that has not danced yet and competes. */
function renglonesCon<C extends Programado>(
  competidores: readonly C[],
  actual: EnTurno,
  horaOf: (competidor: C, estatus: Estatus) => Pick<Renglon, 'hora' | 'previsto'>,
): Renglon<C>[] {
  return competidores.map((competidor, index) => {
    const turno = index + 1
    const estatus = estatusOf(competidor, turno, actual)
    const isTimed = estatus !== 'Finalizado' && competidor.retiro === null
    return { competidor, turno, estatus, ...(isTimed ? horaOf(competidor, estatus) : { hora: null }) }
  })
}

function estatusOf(competidor: Programado, turno: number, actual: EnTurno): Estatus {
  if (turno === actual.selectedRow && !actual.pausa) return 'Compitiendo'
  return isPassed(competidor, turno, actual) ? 'Finalizado' : 'Espera'
}

/** The progress of a category. */
export interface Avance {
  readonly estado: 'finalizada' | 'viva' | 'espera' | 'vacía'
  readonly finalizados: number
  /** Time of the next entry that competes; `null` without such an entry or without a clock. */
  readonly hora: number | null
}

export function avanceOf(renglones: readonly Renglon[]): Avance {
  const finalizados = renglones.filter(({ estatus }) => estatus === 'Finalizado').length
  if (renglones.length === 0) return { estado: 'vacía', finalizados, hora: null }
  if (finalizados === renglones.length) return { estado: 'finalizada', finalizados, hora: null }
  const live = renglones.find(({ estatus }) => estatus === 'Compitiendo')
  const hora = live?.hora ?? renglones.find((renglon) => renglon.hora !== null)?.hora ?? null
  return { estado: live ? 'viva' : 'espera', finalizados, hora }
}

/**
 * How far each entry of a day is from its turn, by id: `En pista`, `Sigue`, `Faltan N turnos`, `Finalizado`, or the state of a
 * withdrawn one. N counts the entries that compete from the next one up to and including it. Null for an entry that waits on a
 * day that the public does not follow (`isVivo`).
 */
export function cercaniasOf(renglones: readonly Renglon[], isVivo: boolean): Map<string, string | null> {
  let faltan = 0
  const cercaniaOf = ({ competidor: { retiro }, estatus }: Renglon): string | null => {
    if (retiro !== null) return retiroTitle(retiro)
    if (estatus === 'Finalizado') return 'Finalizado'
    if (!isVivo) return null
    if (estatus === 'Compitiendo') return 'En pista'
    faltan += 1
    return faltan === 1 ? 'Sigue' : `Faltan ${faltan} turnos`
  }
  return new Map(renglones.map((renglon) => [renglon.competidor.id, cercaniaOf(renglon)]))
}
