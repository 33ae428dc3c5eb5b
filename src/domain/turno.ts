import type { Dia } from './dia.ts'

/**
 * The turn of a day: a position in the day's list (1-based; 0 is none, n+1 is past the end) and the entry
 * that stood there. The entry leads: the position follows it when entries before it move, come or go.
 */
export interface Turno {
  readonly selectedRow: number
  readonly competidorId: string | null
}

/** What an undo gives back: which day was live, and where that day's turn stood. */
export interface Movimiento {
  readonly dia: Dia
  readonly turno: Turno
}

export const SIN_TURNO: Turno = { selectedRow: 0, competidorId: null }

export type Paso = 'siguiente' | 'anterior'

/**
 * A day's list as turns need it: positions from 1. It may be a stretch of the list, so that a step costs the same
 * whatever the size of the day: then `length` says how far it reaches, and nothing is known before and after.
 */
export interface Lista {
  readonly length: number
  readonly at: (position: number) => string | null
  readonly positionOf: (id: string | null) => number | null
}

/** A list from its ids, or the stretch that begins at a position. */
export function listaOf(ids: readonly string[], from = 1): Lista {
  return {
    length: from - 1 + ids.length,
    at: (position) => ids[position - from] ?? null,
    positionOf: (id) => {
      const index = id === null ? -1 : ids.indexOf(id)
      return index === -1 ? null : from + index
    },
  }
}

/**
 * The turn at a position of the day's list. A position past the end has no entry: everybody has finished. A day without
 * entries has no turn, so that entries added to it later wait for theirs.
 */
export function turnoAt(selectedRow: number, lista: Lista): Turno {
  return lista.length === 0 ? SIN_TURNO : { selectedRow, competidorId: lista.at(selectedRow) }
}

/** Why a number cannot be the turn of a day; `null` when it can. n+1 ends the day; a day without entries has only 0. */
export function faultOfTurno(selectedRow: number, dia: Dia, { length }: Lista): string | null {
  const last = length === 0 ? 0 : length + 1
  if (selectedRow >= 0 && selectedRow <= last) return null
  if (last === 0) return `Escribe 0: el ${dia} no tiene competidores.`
  return `Escribe un número de 0 a ${last}; ${last} termina el día.`
}

/**
 * The turn after the day's list changed: at its entry while that is there, else at whoever stands in its position now.
 * Where others before it went in the same change, `antes` is the list as it was: the position follows them too. A day that
 * has finished stays so, whoever comes in late: only a press puts somebody on stage.
 */
export function followTurno(turno: Turno, lista: Lista, antes?: Lista): Turno {
  if (turno.selectedRow === 0) return SIN_TURNO
  if (turno.competidorId === null) return turnoAt(lista.length + 1, lista)
  const at = lista.positionOf(turno.competidorId) ?? turno.selectedRow - goneBefore(turno.selectedRow, lista, antes)
  return turnoAt(at, lista)
}

function goneBefore(position: number, lista: Lista, antes: Lista | undefined): number {
  const before = Array.from({ length: position - 1 }, (_, index) => antes?.at(index + 1) ?? null)
  return before.filter((id) => id !== null && lista.positionOf(id) === null).length
}

/** One press: forward as far as n+1, back as far as none. The same turn when there is nowhere to go. */
export function stepTurno(turno: Turno, paso: Paso, lista: Lista): Turno {
  if (paso === 'anterior') return turnoAt(Math.max(0, Math.min(turno.selectedRow, lista.length + 1) - 1), lista)
  return lista.length > 0 && turno.selectedRow > lista.length ? turno : turnoAt(turno.selectedRow + 1, lista)
}

/** A press that moves the turn: the session it comes from, and when (ms since 1970). */
export interface Pulsacion {
  readonly sesion: string
  readonly at: number
}

/** A person who presses within this time after another's press did not see what that one did. */
const UNSEEN_MS = 700

/**
 * Whether a press was meant for the turn as it was before another session moved it. All presses of one session count:
 * one person signed in on two devices has two sessions, two tabs of a browser share one.
 */
export function isUnseen(last: Pulsacion | null, press: Pulsacion): boolean {
  // The clocks of two instances may differ a little.
  return last !== null && last.sesion !== press.sesion && Math.abs(press.at - last.at) < UNSEEN_MS
}

/** A press that has waited longer behind another was made on a screen that did not answer. */
const WAITS_MS = 3_000

/** Whether a press has waited too long to be made (both in ms since 1970). */
export function isLate(pressedAt: number, now: number): boolean {
  return now - pressedAt > WAITS_MS
}

export function sameTurno(a: Turno, b: Turno): boolean {
  return a.selectedRow === b.selectedRow && a.competidorId === b.competidorId
}
