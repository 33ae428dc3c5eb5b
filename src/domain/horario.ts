import type { Reloj } from './ajustes.ts'
import { isSetBack, localOf } from './hora.ts'
import {
  expectativaOf,
  finDe,
  MINUTO,
  pausasAt,
  type Esperado,
  type Expectativa,
  type PausaEsperada,
  type ProgramaPublico,
} from './programa.ts'
import { retiroTitle, type EstadoRetiro } from './retiro.ts'
import { faseOf, isPassed, type EnTurno, type Fase } from './turno.ts'

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
  /** The published start, where it differs from `hora` by a minute or more. */
  readonly previsto?: number | null
  /** One of the next that dance, while the day is ahead of its programme: see `Expectativa.adelantada`. */
  readonly puedeSerAntes?: boolean
}

/** A break as a row of the schedule. */
export interface FilaDePausa extends Esperado {
  readonly titulo: string
  readonly estado: PausaEsperada['estado']
  /** How many lines of its category stand before it. */
  readonly antes: number
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
  clock: number | null,
  minutos: number,
): Renglon<C>[] {
  let before = competidores[actual.selectedRow - 1]?.retiro === null && !actual.pausa ? 1 : 0
  return competidores.map((competidor, index) => {
    const turno = index + 1
    const estatus = estatusOf(competidor, turno, actual)
    const takesTime = estatus !== 'Finalizado' && competidor.retiro === null
    const wait = estatus === 'Espera' && takesTime ? before++ : 0
    const hora = takesTime && clock !== null ? clock + wait * minutos * MINUTO : null
    return { competidor, turno, estatus, hora }
  })
}

/** The same with a published programme: all times are the expected ones. */
function renglonesEsperados<C extends Programado>(
  competidores: readonly C[],
  actual: EnTurno,
  { entradas }: Expectativa,
): Renglon<C>[] {
  return competidores.map((competidor, index) => {
    const turno = index + 1
    const estatus = estatusOf(competidor, turno, actual)
    const isShown = estatus !== 'Finalizado' && competidor.retiro === null
    const { hora = null, previsto = null } = (isShown && entradas.get(competidor.id)) || {}
    return { competidor, turno, estatus, hora, previsto }
  })
}

function estatusOf(competidor: Programado, turno: number, actual: EnTurno): Estatus {
  if (turno === actual.selectedRow && !actual.pausa) return 'Compitiendo'
  return isPassed(competidor, turno, actual) ? 'Finalizado' : 'Espera'
}

/** A line of the schedule that separates two hours (`11:00`), two dates, or the hours before and after a clock goes back. */
export type Corte = { readonly tipo: 'hora'; readonly hora: string } | { readonly tipo: 'medianoche' | 'atraso' }

/** A row of the schedule, an entry or a break, for its time. */
type ConHora = Pick<Renglon, 'hora'>

/** The rows of a category in order: its entries, each after the breaks that stand before it. */
export function filasOf<R extends ConHora>(
  renglones: readonly R[],
  pausas: readonly FilaDePausa[],
): (R | FilaDePausa)[] {
  const pausasAt = (line: number): FilaDePausa[] => pausas.filter(({ antes }) => antes === line)
  return [...renglones.flatMap((renglon, line) => [...pausasAt(line), renglon]), ...pausasAt(renglones.length)]
}

/** The separator before each row of a list. A row without a time has none. */
export function cortesOf(filas: readonly ConHora[], zona: string): (Corte | null)[] {
  let before: number | null = null
  return filas.map(({ hora }) => {
    const corte = corteBetween(before, hora, zona)
    before = hora ?? before
    return corte
  })
}

/** The separator between the last time of some lists and the first time of the next one. */
export function corteBefore(
  lists: readonly (readonly ConHora[])[],
  next: readonly ConHora[],
  zona: string,
): Corte | null {
  const isTimed = ({ hora }: ConHora): boolean => hora !== null
  const before = lists.findLast((filas) => filas.some(isTimed))?.findLast(isTimed)
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
export interface CategoriaDeJornada<C extends Programado = Programado> {
  readonly id: string
  readonly nombre: string
  readonly orden: number | null
  /** The entries that have an `orden`, sorted by it. */
  readonly competidores: readonly C[]
}

type CompetidorOf<G extends CategoriaDeJornada> = G['competidores'][number]

/** A category of a day at one moment. */
export interface CategoriaEnDia<G extends CategoriaDeJornada> {
  readonly categoria: G
  readonly renglones: readonly Renglon<CompetidorOf<G>>[]
  readonly pausas: readonly FilaDePausa[]
}

/** A day at one moment: the lines of every category, the current entry and the next ones. */
export interface Jornada<G extends CategoriaDeJornada> {
  readonly clock: number | null
  readonly total: number
  readonly fase: Fase
  readonly categorias: readonly CategoriaEnDia<G>[]
  /**
   * The break in course; `undefined` outside a break. `sigue`: when the next entry is expected; `fin`: when the next item is, which
   * may be another break. Without such times both are the end of the break.
   */
  readonly pausa: { readonly titulo: string; readonly sigue: number | null; readonly fin: number | null } | undefined
  /** With a published programme: see `Expectativa`. */
  readonly retraso: number | null
  readonly fin: number | null
  readonly piso: number | null
  readonly otraFecha: boolean
  /** The entry that has the turn; `undefined` before the first turn and after the last. */
  readonly actual: RenglonDeCategoria<G> | undefined
  /** The next entries that compete, at most `SIGUEN_MAX`. */
  readonly siguen: readonly RenglonDeCategoria<G>[]
}

interface RenglonDeCategoria<G extends CategoriaDeJornada> {
  readonly categoria: G
  readonly renglon: Renglon<CompetidorOf<G>>
}

/** Number of next entries on the screen of the hall. */
const SIGUEN_MAX = 5
/** Number of next entries that may dance before their time while the day is ahead of its programme. */
const ANTES_MAX = 3

/** A day that the public follows. */
export interface DiaEnVivo<G extends CategoriaDeJornada> extends EnTurno, Reloj {
  readonly categorias: readonly G[]
  /** Absent while the day has no published programme. */
  readonly programa?: ProgramaPublico | undefined
}

/** Computes a day from what its schedule knows: its expected times, else those that the clock and the minutes give. */
export function jornadaEnVivo<G extends CategoriaDeJornada>(dia: DiaEnVivo<G>, now: number): Jornada<G> {
  const { categorias, programa, activarReloj } = dia
  const clock = clockAt(dia, now)
  const expectativa = programa && expectativaOf(programa, categorias, { turno: dia, activarReloj }, now)
  const minutos = dia.minutosPorCompetidor
  return jornadaCon(categorias, dia, { clock, minutos, expectativa, activarReloj, now })
}

/** When a day moves without a press: past the end of the item in course, once a minute. An instant; null: at whole minutes. */
export function pasoOf<G extends CategoriaDeJornada>({ desde, pausa, programa, ...dia }: DiaEnVivo<G>): number | null {
  if (desde === undefined || !dia.activarReloj) return null
  if (pausa) return pausa.hasta
  const entry = dia.categorias.flatMap(({ competidores }) => competidores)[dia.selectedRow - 1]
  const largo = programa?.tiempos[entry?.id ?? '']?.[0]
  return largo === undefined ? null : desde + largo * 1_000
}

/** Computes a day from its categories in order, the turn, and the clock and the minutes alone. */
export function jornadaOf<G extends CategoriaDeJornada>(
  categorias: readonly G[],
  turno: EnTurno,
  clock: number | null,
  minutos: number,
): Jornada<G> {
  return jornadaCon(categorias, turno, { clock, minutos, activarReloj: false, now: 0 })
}

/** From what the times of a day follow. */
interface Tiempos {
  readonly clock: number | null
  readonly minutos: number
  readonly expectativa?: Expectativa | undefined
  readonly activarReloj: boolean
  readonly now: number
}

/** What a day without a published programme expects. */
const SIN_EXPECTATIVA: Omit<Expectativa, 'entradas'> = {
  sigue: null,
  pausas: [],
  retraso: null,
  fin: null,
  piso: null,
  adelantada: false,
  otraFecha: false,
}

function jornadaCon<G extends CategoriaDeJornada>(
  categorias: readonly G[],
  turno: EnTurno,
  tiempos: Tiempos,
): Jornada<G> {
  const { clock, minutos, expectativa } = tiempos
  const { pausas: conocidas, retraso, fin, piso, adelantada, otraFecha } = expectativa ?? SIN_EXPECTATIVA
  const finDePausa = finDePausaOf(turno, tiempos)
  const competidores = categorias.flatMap((categoria): readonly CompetidorOf<G>[] => categoria.competidores)
  const known = expectativa
    ? renglonesEsperados(competidores, turno, expectativa)
    : renglonesOf(competidores, turno, finDePausa ?? clock, minutos)
  const proximos = proximosOf(known, turno)
  const sigue = proximos[0]?.hora ?? finDePausa
  const antes = new Set(adelantada ? proximos.slice(0, ANTES_MAX) : [])
  const lines = known.map((line) => (antes.has(line) ? { ...line, puedeSerAntes: true } : line))
  const isPublicada = conocidas.some(({ estado }) => estado === 'en curso')
  const deLaMesa = turno.pausa && !isPublicada ? pausaDeLaMesa(turno, tiempos) : null
  const ids = categorias.map(({ id }) => id)
  const esperadas = conocidas.map(({ pausa: { titulo, antesDe }, ...one }) => ({ titulo, antesDe, ...one }))
  const filasAt = (place: string | null, antes: number): FilaDePausa[] =>
    pausasAt(place, esperadas, ids).map(({ antesDe: _antesDe, ...fila }) => ({ ...fila, antes }))
  let from = 0
  const laidOut = categorias.map((categoria, index): CategoriaEnDia<G> => {
    const renglones = lines.slice(from, from + categoria.competidores.length)
    const antes = turno.selectedRow - from
    from += renglones.length
    const isLast = index === categorias.length - 1
    const pausas = [...filasAt(categoria.id, 0), ...(isLast ? filasAt(null, renglones.length) : [])]
    const isHere = deLaMesa && antes > 0 && antes <= renglones.length
    return { categoria, renglones, pausas: isHere ? [...pausas, { ...deLaMesa, antes }] : pausas }
  })
  return {
    clock,
    total: lines.length,
    categorias: laidOut,
    pausa: turno.pausa && { titulo: turno.pausa.titulo, sigue, fin: expectativa?.sigue ?? sigue },
    fase: faseOf(turno, lines.length),
    retraso,
    fin,
    piso,
    otraFecha,
    actual: withCategoria(laidOut, ({ estatus }) => estatus === 'Compitiendo')[0],
    siguen: withCategoria(laidOut, ({ turno: at }) => proximos.some((line) => line.turno === at)),
  }
}

/** The next entries that compete, in running order. */
function proximosOf<C extends Programado>(renglones: readonly Renglon<C>[], turno: EnTurno): Renglon<C>[] {
  const from = (turno.regreso ?? turno).selectedRow
  return renglones
    .filter(({ competidor, turno: at, estatus }) => at > from && estatus === 'Espera' && competidor.retiro === null)
    .slice(0, SIGUEN_MAX)
}

/** The expected end of the break in course. With the clock off it began at its published start, else at the saved hour. */
function finDePausaOf({ desde, pausa }: EnTurno, { clock, expectativa, activarReloj, now }: Tiempos): number | null {
  if (!pausa) return null
  const largo = Math.max(0, pausa.hasta - (desde ?? pausa.hasta))
  const inicio = expectativa?.pausas.find(({ estado }) => estado === 'en curso')?.hora ?? clock
  if (!activarReloj) return inicio === null ? null : inicio + largo
  return finDe({ desde: pausa.hasta - largo, largo }, now)
}

/** The row of a break that is not published: the desk began it, or an undo went back into it. */
function pausaDeLaMesa(
  { desde, pausa }: EnTurno,
  { clock, expectativa, activarReloj }: Tiempos,
): Omit<FilaDePausa, 'antes'> {
  const saved = expectativa ? null : clock
  const hora = activarReloj ? (desde ?? null) : saved
  return { titulo: pausa?.titulo ?? '', estado: 'en curso', hora, previsto: null }
}

/** Some lines of a day, each with its category. */
function withCategoria<G extends CategoriaDeJornada>(
  categorias: Jornada<G>['categorias'],
  isWanted: (renglon: Renglon) => boolean,
): RenglonDeCategoria<G>[] {
  return categorias.flatMap(({ categoria, renglones }) =>
    renglones.filter(isWanted).map((renglon) => ({ categoria, renglon })),
  )
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

/** The lines of a day that is not live: with its published times, if any, and the entry at its turn has had it. */
export function jornadaFueraDeVivo<G extends CategoriaDeJornada>(
  categorias: readonly G[],
  turno: EnTurno,
  programa?: ProgramaPublico,
): Jornada<G>['categorias'] {
  const expectativa = programa && expectativaOf(programa, categorias, { turno, activarReloj: false }, 0)
  const tiempos = { clock: null, minutos: 0, expectativa, activarReloj: false, now: 0 }
  return jornadaCon(categorias, turno, tiempos).categorias.map(({ renglones, ...categoria }) => ({
    ...categoria,
    renglones: renglones.map((renglon) =>
      renglon.estatus === 'Compitiendo'
        ? { ...renglon, estatus: 'Finalizado' as const, hora: null, previsto: null }
        : renglon,
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
