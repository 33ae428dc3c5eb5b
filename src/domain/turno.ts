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

/** The turn at a position of the day's list. A position past the end has no entry: everybody has finished. */
export function turnoAt(selectedRow: number, ids: readonly string[]): Turno {
  return { selectedRow, competidorId: ids[selectedRow - 1] ?? null }
}

/** The turn after the day's list changed: at its entry while that is there, else at whoever stands in its position now. */
export function followTurno(turno: Turno, ids: readonly string[]): Turno {
  const index = turno.competidorId === null ? -1 : ids.indexOf(turno.competidorId)
  return turnoAt(index === -1 ? turno.selectedRow : index + 1, ids)
}

/** One press: forward as far as n+1, back as far as none. The same turn when there is nowhere to go. */
export function stepTurno(turno: Turno, paso: Paso, ids: readonly string[]): Turno {
  const last = ids.length === 0 ? 0 : ids.length + 1
  if (paso === 'anterior') return turnoAt(Math.max(0, Math.min(turno.selectedRow, ids.length + 1) - 1), ids)
  return turno.selectedRow >= last ? turno : turnoAt(turno.selectedRow + 1, ids)
}

export function sameTurno(a: Turno, b: Turno): boolean {
  return a.selectedRow === b.selectedRow && a.competidorId === b.competidorId
}
