import type { Dia } from '#domain/dia.ts'
import { diaActivo } from '#domain/ajustes.ts'
import { followTurno, sameTurno, type Lista, type Pulsacion, type Turno } from '#domain/turno.ts'
import type { Work } from '../work.ts'
import { readLista, readListaWith } from './lista.ts'
import * as store from './store.ts'

interface Move {
  readonly before: Turno
  readonly after: Turno
  /** The press that moved the turn; absent when the turn follows a change of its list. */
  readonly pulsacion?: Pulsacion
}

/** Saves the turn of a day and records the change. For the active day, the caller also calls `refreshCompartido`. */
export async function writeTurno(work: Work, dia: Dia, { before, after, pulsacion }: Move): Promise<void> {
  if (pulsacion) await store.savePulsado(work.tx, dia, after, pulsacion)
  else await store.saveTurno(work.tx, { dia, ...after })
  work.changed({
    kind: 'turno',
    dia,
    ...(after.competidorId !== null && { competidorId: after.competidorId }),
    before,
    after,
  })
}

/**
 * Updates the turn of a day after a change of its list: the turn stays with its entry. A caller that removed several
 * entries passes the list before the change.
 */
export async function refreshTurno(work: Work, dia: Dia | null, antes?: Lista): Promise<void> {
  if (dia === null) return
  const before = await store.readTurno(work.tx, dia)
  if (before.selectedRow === 0) return
  const after = followTurno(before, await readListaWith(work.tx, dia, before.competidorId), antes)
  if (sameTurno(before, after)) return
  await writeTurno(work, dia, { before, after })
  if (dia === diaActivo(await store.readAjustes(work.tx))) await store.refreshCompartido(work.tx, after)
}

/**
 * Updates the moves of a day that can be undone, after entries left the day: a move that leads to such an entry now leads to
 * the entry at its position. `antes`: the list before the change, or its part with the entry that left.
 */
export async function refreshMovimientos(work: Work, dia: Dia | null, antes: Lista | undefined): Promise<void> {
  if (dia === null) return
  const lost = await store.listLostMovimientos(work.tx, dia)
  if (lost.length === 0) return
  const lista = await readLista(work.tx, dia)
  for (const { revision, turno } of lost) {
    await store.saveMovimiento(work.tx, revision, followTurno(turno, lista, antes))
  }
}

/** Updates the record that other programs read when the entry that has the turn gets another name. */
export async function refreshNombres(work: Work, dia: Dia | null, competidorId: string): Promise<void> {
  const { dia: activo, turno } = await store.readCurrent(work.tx)
  if (dia === activo && turno.competidorId === competidorId) await store.refreshCompartido(work.tx, turno)
}
