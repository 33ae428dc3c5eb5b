import type { Dia } from './dia.ts'

/** A position in the list of a day (from 1; 0 is none, n+1 is past the end) and the entry at that position. */
export interface Punto {
  readonly selectedRow: number
  readonly competidorId: string | null
}

/**
 * The turn of a day. When the list changes, the entry is kept and the position is computed again.
 * `regreso`: the turn before a repetition, after which the next step goes on; absent while no entry is repeated.
 */
export interface Turno extends Punto {
  readonly regreso?: Punto | undefined
}

/** The turn alone, of a record that has more. */
export function turnoOf({ selectedRow, competidorId, regreso }: Turno): Turno {
  return { selectedRow, competidorId, ...(regreso && { regreso }) }
}

/**
 * The state that an undo restores: the active day and its turn. `repetido`: the entry that the move repeats, whose
 * repetition the undo takes back; absent for every other move.
 */
export interface Movimiento {
  readonly dia: Dia
  readonly turno: Turno
  readonly repetido?: string
}

/** The turn of a day on which no entry has it: before the first one, or on an empty day. */
export const SIN_TURNO: Punto = { selectedRow: 0, competidorId: null }

/** The direction of one press of the desk. */
export type Paso = 'siguiente' | 'anterior'

/**
 * The entries of a day by position, from 1. May hold only a range of the list, so that a step costs the same for a day of
 * any size; `length` is then the last position of the range.
 */
export interface Lista {
  readonly length: number
  readonly at: (position: number) => string | null
  readonly positionOf: (id: string | null) => number | null
  /** The entry at a position is withdrawn: the turn skips it. */
  readonly isRetirado: (position: number) => boolean
}

const NONE: ReadonlySet<string> = new Set()

/** Makes a list from its ids, or from a range that begins at a position, and from the ids of withdrawn entries. */
export function listaOf(ids: readonly string[], from = 1, retirados: ReadonlySet<string> = NONE): Lista {
  return {
    isRetirado: (position) => retirados.has(ids[position - from] ?? ''),
    length: from - 1 + ids.length,
    at: (position) => ids[position - from] ?? null,
    positionOf: (id) => {
      const index = id === null ? -1 : ids.indexOf(id)
      return index === -1 ? null : from + index
    },
  }
}

/**
 * The turn at a position of the list. Past the end it has no entry: all have finished. A day without entries has no turn,
 * so that entries added later start as waiting.
 */
export function turnoAt(selectedRow: number, lista: Lista): Punto {
  return lista.length === 0 ? SIN_TURNO : { selectedRow, competidorId: lista.at(selectedRow) }
}

/** The fault of a number as the turn of a day; `null` when it is valid. n+1 ends the day; a day without entries allows only 0. */
export function faultOfTurno(selectedRow: number, dia: Dia, { length }: Lista): string | null {
  const last = length === 0 ? 0 : length + 1
  if (selectedRow >= 0 && selectedRow <= last) return null
  if (last === 0) return `Escribe 0: el ${dia} no tiene competidores.`
  return `Escribe un número de 0 a ${last}; ${last} termina el día.`
}

/** The turn of a repeated entry. `regreso` is not kept where it is the entry itself: the next step then is the usual one. */
export function repeatTurno(turno: Turno, selectedRow: number, lista: Lista): Turno {
  return withRegreso(turnoAt(selectedRow, lista), turno.regreso ?? pointOf(turno))
}

function withRegreso(turno: Punto, regreso: Punto): Turno {
  return samePunto(turno, regreso) ? turno : { ...turno, regreso }
}

const pointOf = ({ selectedRow, competidorId }: Punto): Punto => ({ selectedRow, competidorId })

/**
 * Returns the turn after the list of the day has changed. The turn stays at its entry. When that entry is deleted, the turn
 * goes to the entry that is now in its position, or, if that one is withdrawn, to the next one that is not; from a deleted
 * repeated entry it goes back to `regreso`.
 * Pass `antes`, the list before the change, when the change may also delete earlier entries, and for a turn whose position
 * was not updated at earlier changes. A day that has finished stays finished when entries are added, until the
 * administrator presses a button of the desk.
 */
export function followTurno(turno: Turno, lista: Lista, antes?: Lista): Turno {
  const { regreso } = turno
  if (!regreso) return followPunto(turno, lista, antes)
  const at = lista.positionOf(turno.competidorId)
  if (at === null) return followPunto(regreso, lista, antes)
  return withRegreso(turnoAt(at, lista), followRegreso(regreso, lista, antes))
}

function followPunto(punto: Punto, lista: Lista, antes: Lista | undefined): Punto {
  const at = positionAfter(punto, lista, antes)
  return turnoAt(typeof at === 'number' ? at : skipRetirados(at.now, 1, lista), lista)
}

/** A deleted entry leaves the point before its position: the next step must not pass over the entry that is there now. */
function followRegreso(regreso: Punto, lista: Lista, antes: Lista | undefined): Punto {
  const at = positionAfter(regreso, lista, antes)
  return turnoAt(typeof at === 'number' ? at : at.now - 1, lista)
}

/** The position of a point after a change of the list; `now`: what its position has become when its entry is deleted. */
function positionAfter(
  { selectedRow, competidorId }: Punto,
  lista: Lista,
  antes: Lista | undefined,
): number | { readonly now: number } {
  if (selectedRow === 0) return 0
  if (competidorId === null) return lista.length + 1
  const at = lista.positionOf(competidorId)
  if (at !== null) return at
  const from = antes?.positionOf(competidorId) ?? selectedRow
  return { now: from - deletedBefore(from, lista, antes) }
}

/**
 * The turn itself, or, when its entry is withdrawn, the turn of the next entry that competes; for a repeated entry counted
 * from `regreso`.
 */
export function competingTurno(turno: Turno, lista: Lista): Turno {
  if (!lista.isRetirado(turno.selectedRow)) return turno
  return turnoAt(skipRetirados((turno.regreso ?? turno).selectedRow, 1, lista), lista)
}

/** The positions of a turn, which decide the status of each entry of its day. */
export type EnTurno = Pick<Turno, 'selectedRow' | 'regreso'>

/**
 * Whether the turn has passed the entry at a position. While an entry is repeated, the entries up to `regreso` stay passed.
 */
export function isPassed(position: number, { selectedRow, regreso }: EnTurno): boolean {
  return regreso ? position <= regreso.selectedRow && position !== selectedRow : position < selectedRow
}

/** The first position from `position` whose entry is not withdrawn; 0 before the list, n+1 past its end. */
function skipRetirados(position: number, direction: 1 | -1, lista: Lista): number {
  let at = position
  while (lista.isRetirado(at)) at += direction
  return at
}

/** The number of entries before a position that the change deleted. */
function deletedBefore(position: number, lista: Lista, antes: Lista | undefined): number {
  const before = Array.from({ length: position - 1 }, (_, index) => antes?.at(index + 1) ?? null)
  return before.filter((id) => id !== null && lista.positionOf(id) === null).length
}

/** Why an entry that is not in the list of a day cannot have its turn. `entry`: undefined when it was deleted. */
export function absenceOf(
  entry: { readonly dia: Dia | null; readonly orden: number | null } | undefined,
  dia: Dia,
): 'competidor.missing' | 'turno.otherDia' | 'competidor.unplaced' {
  if (!entry) return 'competidor.missing'
  return entry.dia === dia && entry.orden === null ? 'competidor.unplaced' : 'turno.otherDia'
}

/**
 * Moves the turn to the next entry that competes in a direction, between 0 and n+1. Returns the same turn at either end.
 * From a repeated entry the step forward goes on after `regreso`, and the step back goes to it.
 */
export function stepTurno(turno: Turno, paso: Paso, lista: Lista): Punto {
  if (turno.regreso) {
    if (paso === 'siguiente') return stepTurno(turno.regreso, paso, lista)
    return turnoAt(skipRetirados(turno.regreso.selectedRow, -1, lista), lista)
  }
  if (paso === 'anterior') {
    const before = Math.max(0, Math.min(turno.selectedRow, lista.length + 1) - 1)
    return turnoAt(skipRetirados(before, -1, lista), lista)
  }
  if (lista.length > 0 && turno.selectedRow > lista.length) return turno
  return turnoAt(skipRetirados(turno.selectedRow + 1, 1, lista), lista)
}

/** A press of the desk: its session and its time (ms since 1970). */
export interface Pulsacion {
  readonly sesion: string
  readonly at: number
}

/** A person needs this long to see what another person's press, or a move of the turn, has put on the screen. */
export const UNSEEN_MS = 700

/**
 * Whether the person of a press cannot have seen the effect of the last press: another session made it within `UNSEEN_MS`.
 * False for two presses of one session. Two tabs of a browser share a session, two devices of a person do not.
 */
export function isUnseen(last: Pulsacion | null, press: Pulsacion): boolean {
  // The clocks of two instances may differ: the later press may have the earlier time.
  return last !== null && last.sesion !== press.sesion && Math.abs(press.at - last.at) < UNSEEN_MS
}

/** After this wait in the queue of the desk, a press was probably made because the screen did not react. */
const WAITS_MS = 3_000

/** Whether a queued press is too old to be sent (both in ms since 1970). */
export function isLate(pressedAt: number, now: number): boolean {
  return now - pressedAt > WAITS_MS
}

export function sameTurno(a: Turno, b: Turno): boolean {
  if (!a.regreso || !b.regreso) return samePunto(a, b) && a.regreso === b.regreso
  return samePunto(a, b) && samePunto(a.regreso, b.regreso)
}

function samePunto(a: Punto, b: Punto): boolean {
  return a.selectedRow === b.selectedRow && a.competidorId === b.competidorId
}
