import type * as contract from '#contract/horario.ts'
import { fromLocalInput } from '#domain/hora.ts'
import { Problem, PROBLEMS } from '#domain/problem.ts'
import {
  absenceOf,
  competingTurno,
  faultOfTurno,
  followTurno,
  isUnseen,
  repeatTurno,
  sameTurno,
  stepTurno as stepOf,
  turnoAt,
  type Movimiento,
  type Pulsacion,
  type Turno,
} from '#domain/turno.ts'
import type { Dia } from '#domain/dia.ts'
import { readZona } from '../evento/store.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { annulMarcas, restoreMarcas } from './repeticion.ts'
import { findDiaAndOrden, readLista, readListaNear, readListaOf, readListaWith, writeTurno } from './turno.ts'
import * as store from './store.ts'

const NOT_MOVED = { movido: false }
const MOVED = { movido: true }

/** Moves the turn one position. Does nothing when the turn is not the one that the screen showed. */
export const stepTurno: Run<typeof contract.stepTurno> = async (work, { paso, desde }) => {
  // Sent together: PostgreSQL answers both at once. The list is of use when the turn is the one that the screen showed.
  const [{ dia, turno, unseen }, lista] = await Promise.all([
    readCurrent(work),
    readListaNear(work.tx, desde.dia, desde.turno),
  ])
  if (unseen || dia !== desde.dia || !sameTurno(turno, desde.turno)) return NOT_MOVED
  return moveTurno(work, dia, turno, stepOf(turno, paso, lista))
}

/**
 * Gives the turn to an entry of the active day. Throws `turno.retirado`, or for an entry outside the list the code of
 * `absenceOf`.
 */
export const selectTurno: Run<typeof contract.selectTurno> = async (work, { competidorId }) => {
  const { dia, turno, unseen } = await readCurrent(work)
  if (unseen) return NOT_MOVED
  const lista = await readListaWith(work.tx, dia, competidorId)
  const at = lista.positionOf(competidorId)
  if (at === null) throw new Problem(absenceOf(await findDiaAndOrden(work.tx, competidorId), dia))
  if (lista.isRetirado(at)) throw new Problem('turno.retirado')
  return moveTurno(work, dia, turno, turnoAt(at, lista))
}

/**
 * Repeats an entry: annuls its marks and gives it the turn, which then goes on where it was. Throws as `annulMarcas`, and
 * `retiro.present`, or for an entry outside the list the code of `absenceOf`.
 */
export const repeatCompetidor: Run<typeof contract.repeatCompetidor> = async (work, { id, motivo, intento }) => {
  const { dia, turno, unseen } = await readCurrent(work)
  if (unseen) return NOT_MOVED
  const lista = await readListaWith(work.tx, dia, id)
  const at = lista.positionOf(id)
  if (at === null) throw new Problem(absenceOf(await findDiaAndOrden(work.tx, id), dia))
  if (lista.isRetirado(at)) throw new Problem('retiro.present')
  if (!(await annulMarcas(work, id, { motivo, visto: intento }))) return NOT_MOVED
  return recordMove(work, { dia, turno, repetido: id }, repeatTurno(turno, at, lista))
}

/** Sets the turn to a position of the active day. Throws `turno.outOfRange`, `turno.retirado`. */
export const saveTurno: Run<typeof contract.saveTurno> = async (work, { selectedRow }) => {
  const { dia, turno, unseen } = await readCurrent(work)
  if (unseen) return { ...NOT_MOVED, antes: true }
  const lista = await readLista(work.tx, dia)
  const fault = faultOfTurno(selectedRow, dia, lista)
  if (fault !== null) throw new Problem('turno.outOfRange', { selectedRow: fault })
  if (lista.isRetirado(selectedRow)) {
    throw new Problem('turno.retirado', { selectedRow: PROBLEMS['turno.retirado'] })
  }
  return moveTurno(work, dia, turno, turnoAt(selectedRow, lista))
}

/** Makes a day the active one. Each day keeps its own turn. */
export const selectDia: Run<typeof contract.selectDia> = async (work, { dia }) => {
  const before = await readCurrent(work)
  if (before.unseen || before.dia === dia) return NOT_MOVED
  await store.pushMovimiento(work.tx, work.revision, before)
  await changeDia(work, before.dia, dia)
  return MOVED
}

/**
 * Undoes the last move of the turn or of the active day. Does nothing when `revision` is not that of the last move. Throws as
 * `restoreMarcas`.
 */
export const undoTurno: Run<typeof contract.undoTurno> = async (work, { revision }) => {
  const last = await store.findLastMovimiento(work.tx)
  if (last?.revision !== revision) return NOT_MOVED
  const current = await readCurrent(work)
  if (current.unseen) return NOT_MOVED
  if (last.repetido !== undefined) await restoreMarcas(work, last.repetido)
  await work.tx.deleteFrom('movimiento').where('revision', '=', revision).execute()
  if (current.dia !== last.dia) await changeDia(work, current.dia, last.dia)
  const before = await store.readTurno(work.tx, last.dia)
  const lista = await readListaOf(work.tx, last.dia, last.turno)
  const after = competingTurno(followTurno(last.turno, lista), lista)
  // Recorded also when the turn stays: the desk shows the next move to undo.
  await writeTurno(work, last.dia, { before, after, pulsacion: pulsacionOf(work) })
  await store.refreshCompartido(work.tx, after)
  return MOVED
}

interface TurnoAtPress {
  readonly dia: Dia
  readonly turno: Turno
  /** Another session moved the turn a moment ago: this press was made before the screen showed the new turn. */
  readonly unseen: boolean
}

async function readCurrent(work: Work): Promise<TurnoAtPress> {
  const { dia, turno, ultima } = await store.readCurrent(work.tx)
  return { dia, turno, unseen: isUnseen(ultima, pulsacionOf(work)) }
}

function pulsacionOf({ actor, now }: Work): Pulsacion {
  return { sesion: actor.role === 'visitante' ? '' : actor.sesionId, at: now() }
}

/** Writes the new turn and keeps the former one for `Deshacer`. Returns `NOT_MOVED` when they are equal. */
async function moveTurno(work: Work, dia: Dia, before: Turno, after: Turno): Promise<typeof MOVED> {
  if (sameTurno(before, after)) return NOT_MOVED
  return recordMove(work, { dia, turno: before }, after)
}

async function recordMove(work: Work, before: Movimiento, after: Turno): Promise<typeof MOVED> {
  await store.pushMovimiento(work.tx, work.revision, before)
  await writeTurno(work, before.dia, { before: before.turno, after, pulsacion: pulsacionOf(work) })
  await store.refreshCompartido(work.tx, after)
  return MOVED
}

/** Makes another day the active day. */
async function changeDia(work: Work, before: Dia, after: Dia): Promise<void> {
  await store.saveAjustes(work.tx, { dia: after })
  const turno = await store.readTurno(work.tx, after)
  await store.savePulsado(work.tx, after, turno, pulsacionOf(work))
  await store.refreshCompartido(work.tx, turno)
  work.changed({ kind: 'dia', dia: after, before, after })
}

/** Saves the hour of the clock, given in the time zone of the event. */
export const saveHora: Run<typeof contract.saveHora> = async (work, { hora }) => {
  const instant = fromLocalInput(hora, await readZona(work.tx, work.deps.env.zonaHoraria))
  if (instant === null) throw new Problem('input.invalid', { hora: 'Elige fecha y hora.' })
  await saveReloj(work, { hora: new Date(instant).toISOString() })
}

export const setReloj: Run<typeof contract.setReloj> = saveReloj

export const saveMinutos: Run<typeof contract.saveMinutos> = saveReloj

async function saveReloj(work: Work, after: Partial<Awaited<ReturnType<typeof store.readAjustes>>>): Promise<void> {
  const { activarReloj, hora, minutosPorCompetidor } = await store.readAjustes(work.tx)
  await store.saveAjustes(work.tx, after)
  work.changed({ kind: 'reloj', before: { activarReloj, hora, minutosPorCompetidor }, after })
}

export const selectRubrica: Run<typeof contract.selectRubrica> = async (work, { rubricaSel }) => {
  const before = await store.readCompetencia(work.tx)
  const after = rubricaSel || null
  if (after !== null && !before.rubricas.includes(after)) throw new Problem('rubrica.unknown')
  if (after === before.rubricaSel) return
  await store.saveRubricaSel(work.tx, after)
  work.changed({ kind: 'rubrica', before: before.rubricaSel, after })
}

/** Turns a publication switch on or off: the general one, or that of a day. The results of a day are public while both are on. */
export const setPublicacion: Run<typeof contract.setPublicacion> = async (work, { campo, valor }) => {
  const before = await store.readAjustes(work.tx)
  await store.saveAjustes(work.tx, { [campo]: valor })
  work.changed({ kind: 'publicacion', before: { [campo]: before[campo] }, after: { [campo]: valor } })
}
