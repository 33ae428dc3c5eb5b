import type { Reloj } from './ajustes.ts'
import { clockAt, renglonesEsperados, renglonesOf, type Programado, type Renglon } from './estatus.ts'
import { isSetBack, localOf } from './hora.ts'
import {
  expectativaOf,
  finDe,
  pausasAt,
  type Esperado,
  type Expectativa,
  type PausaEsperada,
  type ProgramaPublico,
} from './programa.ts'
import { faseOf, type EnTurno, type Fase } from './turno.ts'

/** A break as a row of the schedule. */
export interface FilaDePausa extends Esperado {
  readonly titulo: string
  readonly estado: PausaEsperada['estado']
  /** How many lines of its category stand before it. */
  readonly antes: number
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

/** What a published programme expects of a whole day; null and false without one. */
type DelDia = Pick<Expectativa, 'retraso' | 'fin' | 'piso' | 'otraFecha'>

/** A day at one moment: the lines of every category, the current entry and the next ones. */
export interface Jornada<G extends CategoriaDeJornada> extends DelDia {
  readonly clock: number | null
  readonly total: number
  readonly fase: Fase
  readonly categorias: readonly CategoriaEnDia<G>[]
  /**
   * The break in course; `undefined` outside a break. `sigue`: when the next entry is expected; `fin`: when the next item is, which
   * may be another break. Without such times both are the end of the break.
   */
  readonly pausa: { readonly titulo: string; readonly sigue: number | null; readonly fin: number | null } | undefined
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

/** Computes a day from its categories in order and its turn, without times. */
export function jornadaOf<G extends CategoriaDeJornada>(categorias: readonly G[], turno: EnTurno): Jornada<G> {
  return jornadaCon(categorias, turno, SIN_HORAS)
}

/** The data that decide the times of a day. */
interface Tiempos {
  readonly clock: number | null
  readonly minutos: number
  readonly expectativa?: Expectativa | undefined
  readonly activarReloj: boolean
  readonly now: number
}

const SIN_HORAS: Tiempos = { clock: null, minutos: 0, activarReloj: false, now: 0 }

function jornadaCon<G extends CategoriaDeJornada>(
  categorias: readonly G[],
  turno: EnTurno,
  tiempos: Tiempos,
): Jornada<G> {
  const { clock, minutos, expectativa } = tiempos
  const { pausas: conocidas = [], retraso = null, fin = null, piso = null }: Partial<Expectativa> = expectativa ?? {}
  const finDePausa = finDePausaOf(turno, tiempos)
  const competidores = categorias.flatMap((categoria): readonly CompetidorOf<G>[] => categoria.competidores)
  const known = expectativa
    ? renglonesEsperados(competidores, turno, expectativa)
    : renglonesOf(competidores, turno, { clock: finDePausa ?? clock, minutos })
  const proximos = proximosOf(known, turno, SIGUEN_MAX)
  const sigue = proximos[0]?.hora ?? finDePausa
  const antes = new Set(expectativa?.adelantada ? proximos.slice(0, ANTES_MAX) : [])
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
    otraFecha: expectativa?.otraFecha ?? false,
    actual: withCategoria(laidOut, ({ estatus }) => estatus === 'Compitiendo')[0],
    siguen: withCategoria(laidOut, ({ turno: at }) => proximos.some((line) => line.turno === at)),
  }
}

/** The next entries that compete, in running order, at most `max`. */
export function proximosOf<C extends Programado>(
  renglones: readonly Renglon<C>[],
  turno: EnTurno,
  max: number,
): Renglon<C>[] {
  const from = (turno.regreso ?? turno).selectedRow
  return renglones
    .filter(({ competidor, turno: at, estatus }) => at > from && estatus === 'Espera' && competidor.retiro === null)
    .slice(0, max)
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

/** The lines of a day that is not live: with its published times, if any, and the entry at its turn has had it. */
export function jornadaFueraDeVivo<G extends CategoriaDeJornada>(
  categorias: readonly G[],
  turno: EnTurno,
  programa?: ProgramaPublico,
): Jornada<G>['categorias'] {
  const expectativa = programa && expectativaOf(programa, categorias, { turno, activarReloj: false }, 0)
  return jornadaCon(categorias, turno, { ...SIN_HORAS, expectativa }).categorias.map(({ renglones, ...categoria }) => ({
    ...categoria,
    renglones: renglones.map((renglon) =>
      renglon.estatus === 'Compitiendo'
        ? { ...renglon, estatus: 'Finalizado' as const, hora: null, previsto: null }
        : renglon,
    ),
  }))
}
