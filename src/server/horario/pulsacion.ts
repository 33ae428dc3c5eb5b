import type { Input, Output } from '#contract/define.ts'
import type * as contract from '#contract/horario.ts'
import type { Dia } from '#domain/dia.ts'
import { Problem, type ProblemCode } from '#domain/problem.ts'
import {
  absenceOf,
  competingTurno,
  followTurno,
  isUnseen,
  positionOf,
  recalledBy,
  sameTurno,
  stampNew,
  type Lista,
  type Movimiento,
  type Pulsacion,
  type Turno,
} from '#domain/turno.ts'
import type { Work } from '../work.ts'
import { readRecorrido } from './programa.ts'
import { readLista, recall, writeTurno } from './turno.ts'
import * as store from './store.ts'

/** The answer to a press. */
type Moved = Output<typeof contract.stepTurno>

/** The active day and its turn, as the screen of the person showed them. */
type Visto = Input<typeof contract.stepTurno>['desde']

/** The act of a press at the turn of the active day. */
export type Press = (current: Movimiento) => Promise<Moved>

/**
 * Runs a press at the turn of the active day. The press does nothing when another session moved the turn a moment ago, so that
 * the screen of the person cannot have shown that, or when the turn is another one than `visto`.
 *
 * @example
 * withCurrent(work, ({ dia, turno }) => moveTurno(…), visto)
 */
export async function withCurrent(work: Work, act: Press, visto?: Visto): Promise<Moved> {
  const { isMissed, ...current } = await readAtPress(work, visto)
  return isMissed ? movedBefore(work, current) : act(current)
}

/** The turn of the active day, and whether the press is to do nothing. See `withCurrent`. */
export async function readAtPress(work: Work, visto?: Visto): Promise<Movimiento & { readonly isMissed: boolean }> {
  const { ultima, ...current } = await store.readCurrent(work.tx)
  const isMissed = isUnseen(ultima, pulsacionOf(work)) || (visto !== undefined && !isVisto(current, visto))
  return { ...current, isMissed }
}

export function isVisto({ dia, turno }: Movimiento, visto: Visto): boolean {
  return dia === visto.dia && sameTurno(turno, visto.turno)
}

/** The press does nothing: the turn was moved before it. */
export function movedBefore({ revision }: Work, { dia, turno }: Movimiento): Moved {
  return { movido: false, antes: true, dia, turno, ultimo: null, revision }
}

/** The press changes nothing: the turn is there already, or at an end. */
export async function stayedAt({ tx, revision }: Work, { dia, turno }: Movimiento): Promise<Moved> {
  return { movido: false, dia, turno, ultimo: await store.readUltimo(tx), revision }
}

interface Step {
  readonly after: Turno
  readonly lista: Lista
}

/** Writes the new turn and keeps the former one for `Deshacer`. `isBack`: entries that it leaves behind wait for it again. */
export async function moveTurno(
  work: Work,
  current: Movimiento,
  { after, lista, isBack }: Step & { readonly isBack: boolean },
): Promise<Moved> {
  const before = current.turno
  if (sameTurno(before, after)) return stayedAt(work, current)
  if (isBack) await recall(work, recalledBy(before, after, lista))
  return recordMove(work, current, { after, lista })
}

/** Writes the new turn, also where it is the former one, and keeps the former one for `Deshacer`. */
export async function recordMove(work: Work, before: Movimiento, { after, lista }: Step): Promise<Moved> {
  const { dia, turno } = before
  await store.pushMovimiento(work.tx, work.revision, before)
  await writeTurno(work, dia, { before: turno, after, lista, pulsacion: pulsacionOf(work) })
  await store.refreshCompartido(work.tx, after)
  return { movido: true, dia, turno: after, ultimo: work.revision, revision: work.revision }
}

/** Makes another day the active day, with its own turn. Keeps the former day and its turn for `Deshacer`. */
export async function moveDia(work: Work, current: Movimiento, dia: Dia): Promise<Moved> {
  await store.pushMovimiento(work.tx, work.revision, current)
  const turno = await changeDia(work, current.dia, dia)
  return { movido: true, dia, turno, ultimo: work.revision, revision: work.revision }
}

/**
 * Undoes the last move of the turn or of the active day. Does nothing when `revision` is not that of the last move. `restore`
 * takes back the repetition of an entry (id).
 */
export async function undoMove(
  work: Work,
  revision: number,
  restore: (repetido: string) => Promise<void>,
): Promise<Moved> {
  const last = await store.findLastMovimiento(work.tx)
  return withCurrent(work, async (current) => {
    if (last?.revision !== revision) return movedBefore(work, current)
    if (last.repetido !== undefined) await restore(last.repetido)
    for (const table of ['movimiento', 'llamada'] as const) {
      await work.tx.deleteFrom(table).where('revision', '=', revision).execute()
    }
    if (current.dia !== last.dia) await changeDia(work, current.dia, last.dia)
    const before = await store.readTurno(work.tx, last.dia)
    const { lista, paradas } = await readRecorrido(work.tx, last.dia)
    const now = work.now()
    const after = stampNew(competingTurno(followTurno(last.turno, { lista }), { lista, paradas, now }), last.turno, now)
    await recall(work, recalledBy(before, after, lista))
    // Recorded also when the turn stays: the desk shows the next move to undo.
    await writeTurno(work, last.dia, { before, after, lista, pulsacion: pulsacionOf(work) })
    await store.refreshCompartido(work.tx, after)
    const ultimo = await store.readUltimo(work.tx)
    return { movido: true, dia: last.dia, turno: after, ultimo, revision: work.revision }
  })
}

/** Makes another day the active day. Returns its turn. */
async function changeDia(work: Work, before: Dia, after: Dia): Promise<Turno> {
  await store.saveAjustes(work.tx, { dia: after })
  const turno = await store.readTurno(work.tx, after)
  await store.saveTurno(work.tx, after, turno, pulsacionOf(work))
  await store.refreshCompartido(work.tx, turno)
  work.changed({ kind: 'dia', dia: after, before, after })
  return turno
}

/**
 * The list of a day and the position of an entry in it. Throws `retirado` for a withdrawn entry, and for one outside the list the
 * code of `absenceOf`.
 */
export async function mustFindPosition(
  { tx }: Work,
  { dia, id, retirado }: { readonly dia: Dia; readonly id: string; readonly retirado: ProblemCode },
): Promise<{ readonly lista: Lista; readonly at: number }> {
  const lista = await readLista(tx, dia)
  const at = positionOf(id, lista)
  if (at === null) throw new Problem(absenceOf(await store.findLugar(tx, id), dia))
  if (lista[at - 1]?.retirado) throw new Problem(retirado)
  return { lista, at }
}

/** The turn as it begins now. Without an entry and before the first one nothing begins. */
export function stampedNow({ now }: Work, turno: Turno): Turno {
  return turno.selectedRow === 0 ? turno : { ...turno, desde: now() }
}

function pulsacionOf({ actor, now }: Work): Pulsacion {
  return { sesion: actor.role === 'visitante' ? '' : actor.sesionId, at: now() }
}
