import type { Dia } from './dia.ts'

/**
 * The turn of a day: a position in its list (from 1; 0 is none, n+1 is past the end) and the entry at that position.
 * When the list changes, the entry is kept and the position is computed again.
 */
export interface Turno {
  readonly selectedRow: number
  readonly competidorId: string | null
}

/** The state that an undo restores: the active day and its turn. */
export interface Movimiento {
  readonly dia: Dia
  readonly turno: Turno
}

/** The turn of a day on which no entry has it: before the first one, or on an empty day. */
export const SIN_TURNO: Turno = { selectedRow: 0, competidorId: null }

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
export function turnoAt(selectedRow: number, lista: Lista): Turno {
  return lista.length === 0 ? SIN_TURNO : { selectedRow, competidorId: lista.at(selectedRow) }
}

/** The fault of a number as the turn of a day; `null` when it is valid. n+1 ends the day; a day without entries allows only 0. */
export function faultOfTurno(selectedRow: number, dia: Dia, { length }: Lista): string | null {
  const last = length === 0 ? 0 : length + 1
  if (selectedRow >= 0 && selectedRow <= last) return null
  if (last === 0) return `Escribe 0: el ${dia} no tiene competidores.`
  return `Escribe un número de 0 a ${last}; ${last} termina el día.`
}

/**
 * Returns the turn after the list of the day has changed. The turn stays at its entry. When that entry is deleted, the turn
 * goes to the entry that is now in its position, or, if that one is withdrawn, to the next one that is not.
 * Pass `antes`, the list before the change, when the change may also delete earlier entries, and for a turn whose position
 * was not updated at earlier changes. A day that has finished stays finished when entries are added, until the
 * administrator presses a button of the desk.
 */
export function followTurno(turno: Turno, lista: Lista, antes?: Lista): Turno {
  if (turno.selectedRow === 0) return SIN_TURNO
  if (turno.competidorId === null) return turnoAt(lista.length + 1, lista)
  const at = lista.positionOf(turno.competidorId)
  if (at !== null) return turnoAt(at, lista)
  const from = antes?.positionOf(turno.competidorId) ?? turno.selectedRow
  return turnoAt(skipRetirados(from - deletedBefore(from, lista, antes), 1, lista), lista)
}

/** The turn itself, or, when its entry is withdrawn, the turn of the next entry that competes. */
export function competingTurno(turno: Turno, lista: Lista): Turno {
  return turnoAt(skipRetirados(turno.selectedRow, 1, lista), lista)
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

/** Moves the turn to the next entry that competes in a direction, between 0 and n+1. Returns the same turn at either end. */
export function stepTurno(turno: Turno, paso: Paso, lista: Lista): Turno {
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
  return a.selectedRow === b.selectedRow && a.competidorId === b.competidorId
}
