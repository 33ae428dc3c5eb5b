import type { Reloj } from './ajustes.ts'
import { isSetBack, localOf } from './hora.ts'
import { retiroTitle, type EstadoRetiro } from './retiro.ts'
import { isPassed, type EnTurno } from './turno.ts'

export type Estatus = 'Finalizado' | 'Compitiendo' | 'Espera'

/**
 * The field of an entry that the schedule needs. A withdrawn entry keeps its number and takes no time; screens show its
 * state instead of the status.
 */
interface Programado {
  readonly id: string
  readonly retiro: EstadoRetiro | null
  /** Absent while the order of its day is open. */
  readonly numero?: string
}

/** One entry in the schedule. `hora` is an instant in ms; `null` is shown as `--:--`. */
export interface Renglon<C extends Programado = Programado> {
  readonly competidor: C
  /** Position in the list of the day, from 1. */
  readonly turno: number
  readonly estatus: Estatus
  readonly hora: number | null
}

const MINUTO = 60_000

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
 * behind it.
 */
export function renglonesOf<C extends Programado>(
  competidores: readonly C[],
  actual: EnTurno,
  clock: number | null,
  minutos: number,
): Renglon<C>[] {
  let before = competidores[actual.selectedRow - 1]?.retiro === null ? 1 : 0
  return competidores.map((competidor, index) => {
    const turno = index + 1
    const estatus = estatusOf(competidor, turno, actual)
    const takesTime = estatus !== 'Finalizado' && competidor.retiro === null
    const wait = estatus === 'Espera' && takesTime ? before++ : 0
    const hora = takesTime && clock !== null ? clock + wait * minutos * MINUTO : null
    return { competidor, turno, estatus, hora }
  })
}

function estatusOf(competidor: Programado, turno: number, actual: EnTurno): Estatus {
  if (turno === actual.selectedRow && !actual.pausa) return 'Compitiendo'
  return isPassed(competidor, turno, actual) ? 'Finalizado' : 'Espera'
}

/** A line of the schedule that separates two hours (`11:00`), two dates, or the hours before and after a clock goes back. */
export type Corte = { readonly tipo: 'hora'; readonly hora: string } | { readonly tipo: 'medianoche' | 'atraso' }

/** The separator before each line of a list. A line without a time has none. */
export function cortesOf(renglones: readonly Renglon[], zona: string): (Corte | null)[] {
  let before: number | null = null
  return renglones.map(({ hora }) => {
    const corte = corteBetween(before, hora, zona)
    before = hora ?? before
    return corte
  })
}

/** The separator between the last time of some lists and the first time of the next one. */
export function corteBefore(
  lists: readonly (readonly Renglon[])[],
  next: readonly Renglon[],
  zona: string,
): Corte | null {
  const isTimed = ({ hora }: Renglon): boolean => hora !== null
  const before = lists.findLast((renglones) => renglones.some(isTimed))?.findLast(isTimed)
  return corteBetween(before?.hora ?? null, next.find(isTimed)?.hora ?? null, zona)
}

/** The separator between two times; `null` when both are in the same hour or one is missing. */
function corteBetween(before: number | null, after: number | null, zona: string): Corte | null {
  if (before === null || after === null) return null
  const from = localOf(before, zona)
  const to = localOf(after, zona)
  if (from.fecha !== to.fecha) return { tipo: 'medianoche' }
  if (isSetBack(before, after, zona)) return { tipo: 'atraso' }
  return from.hh === to.hh ? null : { tipo: 'hora', hora: `${to.hh}:00` }
}

/** A category of the schedule with its entries in order. Their times are in `Renglon`. */
export interface CategoriaProgramada<C extends Programado = Programado> {
  readonly id: string
  readonly nombre: string
  readonly orden: number | null
  /** The entries that have an `orden`, sorted by it. */
  readonly competidores: readonly C[]
}

type CompetidorOf<G extends CategoriaProgramada> = G['competidores'][number]

/** A day at one moment: the lines of every category, the current entry and the next ones. */
export interface Programa<G extends CategoriaProgramada> {
  readonly clock: number | null
  readonly total: number
  readonly categorias: readonly { readonly categoria: G; readonly renglones: readonly Renglon<CompetidorOf<G>>[] }[]
  /** The entry that has the turn; `undefined` before the first turn and after the last. */
  readonly actual: RenglonDeCategoria<G> | undefined
  /** The next entries that compete, at most `SIGUEN_MAX`. */
  readonly siguen: readonly RenglonDeCategoria<G>[]
}

interface RenglonDeCategoria<G extends CategoriaProgramada> {
  readonly categoria: G
  readonly renglon: Renglon<CompetidorOf<G>>
}

/** Number of next entries on the screen of the hall. */
const SIGUEN_MAX = 5

/** Computes a day from its categories in order, the turn and the clock. */
export function programaOf<G extends CategoriaProgramada>(
  categorias: readonly G[],
  turno: EnTurno,
  clock: number | null,
  minutos: number,
): Programa<G> {
  const lines = renglonesOf<CompetidorOf<G>>(
    categorias.flatMap((categoria) => categoria.competidores),
    turno,
    clock,
    minutos,
  )
  let from = 0
  const laidOut = categorias.map((categoria) => {
    const renglones = lines.slice(from, from + categoria.competidores.length)
    from += renglones.length
    return { categoria, renglones }
  })
  return {
    clock,
    total: lines.length,
    categorias: laidOut,
    actual: renglonesFrom(laidOut, turno.selectedRow, 1, ({ estatus }) => estatus === 'Compitiendo')[0],
    siguen: renglonesFrom(
      laidOut,
      (turno.regreso ?? turno).selectedRow + 1,
      SIGUEN_MAX,
      ({ competidor, estatus }) => estatus === 'Espera' && competidor.retiro === null,
    ),
  }
}

/** The lines from a turn on that are wanted, at most `limit`. Stops early: a day may have 2,000 lines. */
function renglonesFrom<G extends CategoriaProgramada>(
  categorias: Programa<G>['categorias'],
  turno: number,
  limit: number,
  isWanted: (renglon: Renglon) => boolean,
): RenglonDeCategoria<G>[] {
  const found: RenglonDeCategoria<G>[] = []
  for (const { categoria, renglones } of categorias) {
    const first = renglones[0]?.turno ?? 0
    for (const renglon of renglones.slice(Math.max(0, turno - first))) {
      if (isWanted(renglon)) found.push({ categoria, renglon })
      if (found.length === limit) return found
    }
  }
  return found
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

/** The lines of a day that is not live: without times, and the entry at its turn has had it. */
export function programaFueraDeVivo<G extends CategoriaProgramada>(
  categorias: readonly G[],
  turno: EnTurno,
): Programa<G>['categorias'] {
  return programaOf(categorias, turno, null, 0).categorias.map(({ categoria, renglones }) => ({
    categoria,
    renglones: renglones.map((renglon) =>
      renglon.estatus === 'Compitiendo' ? { ...renglon, estatus: 'Finalizado' as const } : renglon,
    ),
  }))
}

/**
 * How far each entry of a day is from its turn, by id: `En pista`, `Sigue`, `Faltan N turnos`, `Finalizado`, or the state of a
 * withdrawn one. N counts the entries that compete from the next one up to and including it.
 */
export function cercaniasOf(renglones: readonly Renglon[]): Map<string, string> {
  let faltan = 0
  const cercaniaOf = ({ competidor: { retiro }, estatus }: Renglon): string => {
    if (retiro !== null) return retiroTitle(retiro)
    if (estatus === 'Finalizado') return 'Finalizado'
    if (estatus === 'Compitiendo') return 'En pista'
    faltan += 1
    return faltan === 1 ? 'Sigue' : `Faltan ${faltan} turnos`
  }
  return new Map(renglones.map((renglon) => [renglon.competidor.id, cercaniaOf(renglon)]))
}
