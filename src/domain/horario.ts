import type { Reloj } from './ajustes.ts'
import { localOf } from './hora.ts'

export type Estatus = 'Finalizado' | 'Compitiendo' | 'Espera'

/** One entry's line in the schedule. `hora` is an instant in ms; `null` is shown as `--:--`. */
export interface Renglon<C> {
  readonly competidor: C
  /** Turn, 1-based across the day. */
  readonly turno: number
  readonly estatus: Estatus
  readonly hora: number | null
}

const MINUTO = 60_000

/** The clock that the schedule counts from: real time while it is active, else the saved hour. `null`: none was saved. */
export function clockAt(reloj: Reloj, now: number): number | null {
  if (reloj.activarReloj) return now
  const saved = reloj.hora === null ? Number.NaN : Date.parse(reloj.hora)
  return Number.isNaN(saved) ? null : saved
}

/**
 * The day's list with status and time (spec section 4): before the turn `Finalizado` without time, at it `Compitiendo`
 * at the clock's time, after it `Espera`, each the minutes per competitor later than the one before.
 * Without a turn everybody waits, the first at the clock's time.
 */
export function renglonesOf<C>(
  competidores: readonly C[],
  selectedRow: number,
  clock: number | null,
  minutos: number,
): Renglon<C>[] {
  const first = Math.max(selectedRow, 1)
  return competidores.map((competidor, index) => {
    const turno = index + 1
    const estatus = estatusOf(turno, selectedRow)
    const hora = estatus === 'Finalizado' || clock === null ? null : clock + (turno - first) * minutos * MINUTO
    return { competidor, turno, estatus, hora }
  })
}

function estatusOf(turno: number, selectedRow: number): Estatus {
  if (selectedRow <= 0 || turno > selectedRow) return 'Espera'
  return turno === selectedRow ? 'Compitiendo' : 'Finalizado'
}

/** A quiet line between two times of the schedule: a new hour (`11:00`) or a new date. */
export type Corte = { readonly tipo: 'hora'; readonly hora: string } | { readonly tipo: 'medianoche' }

/** The cut that stands before a line, seen from the one above it; `null` where both fall in one hour. */
export function corteBetween(before: number | null, after: number | null, zona: string): Corte | null {
  if (before === null || after === null) return null
  const from = localOf(before, zona)
  const to = localOf(after, zona)
  if (from.fecha !== to.fecha) return { tipo: 'medianoche' }
  return from.hh === to.hh ? null : { tipo: 'hora', hora: `${to.hh}:00` }
}

/** A category as a schedule needs it. */
export interface CategoriaProgramada<C> {
  readonly id: string
  readonly nombre: string
  readonly orden: number | null
  /** Its entries that have an order, in order. */
  readonly competidores: readonly C[]
}

type CompetidorOf<G extends CategoriaProgramada<unknown>> = G['competidores'][number]

/** The day at one moment: every category with its lines, and who stands where around the turn. */
export interface Programa<G extends CategoriaProgramada<unknown>> {
  readonly clock: number | null
  readonly total: number
  readonly categorias: readonly { readonly categoria: G; readonly renglones: readonly Renglon<CompetidorOf<G>>[] }[]
  /** Who competes now; none before the first turn and after the last. */
  readonly actual: { readonly categoria: G; readonly renglon: Renglon<CompetidorOf<G>> } | undefined
  /** Those who wait, nearest first: no more than a screen shows. */
  readonly siguen: readonly { readonly categoria: G; readonly renglon: Renglon<CompetidorOf<G>> }[]
}

/** How many of those who wait the screen of the hall shows. */
const SIGUEN_MAX = 5

/** Lays out a day from its categories in order, the turn and the clock. The page only paints what this says. */
export function programaOf<G extends CategoriaProgramada<unknown>>(
  categorias: readonly G[],
  selectedRow: number,
  clock: number | null,
  minutos: number,
): Programa<G> {
  const lines = renglonesOf<CompetidorOf<G>>(
    categorias.flatMap((categoria) => categoria.competidores),
    selectedRow,
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
    actual: around(laidOut, selectedRow, 'Compitiendo', 1)[0],
    siguen: around(laidOut, selectedRow + 1, 'Espera', SIGUEN_MAX),
  }
}

type Around<G extends CategoriaProgramada<unknown>> = Programa<G>['siguen'][number]

/** So many lines from a turn on that have a status, each with its category. */
function around<G extends CategoriaProgramada<unknown>>(
  categorias: Programa<G>['categorias'],
  turno: number,
  estatus: Estatus,
  most: number,
): Around<G>[] {
  const found: Around<G>[] = []
  let before = 0
  for (const { categoria, renglones } of categorias) {
    const from = Math.max(0, turno - 1 - before)
    for (const renglon of renglones.slice(from, from + most - found.length)) {
      if (renglon.estatus === estatus) found.push({ categoria, renglon })
    }
    before += renglones.length
    if (found.length === most) break
  }
  return found
}

/** How far a category is: what its line in the index says. */
export interface Avance {
  readonly estado: 'finalizada' | 'viva' | 'espera' | 'vacía'
  readonly finalizados: number
  /** When its first entry that has not finished is on; `null` when there is none, or no clock. */
  readonly hora: number | null
}

export function avanceOf(renglones: readonly Renglon<unknown>[]): Avance {
  const finalizados = renglones.filter(({ estatus }) => estatus === 'Finalizado').length
  const next = renglones[finalizados]
  if (renglones.length === 0) return { estado: 'vacía', finalizados, hora: null }
  if (!next) return { estado: 'finalizada', finalizados, hora: null }
  return { estado: next.estatus === 'Compitiendo' ? 'viva' : 'espera', finalizados, hora: next.hora }
}
