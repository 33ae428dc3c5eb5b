import type { Output } from '#contract/define.ts'
import { FECHA_Y_HORA } from '#contract/fields.ts'
import type * as contract from '#contract/horario.ts'
import { relojOf } from '#domain/ajustes.ts'
import { proximaHora } from '#domain/horaEscrita.ts'
import { clockAt } from '#domain/estatus.ts'
import { Problem } from '#domain/problem.ts'
import {
  absenceOf,
  callOutOfOrder,
  competingTurno,
  faultOfTurno,
  followTurno,
  isUnseen,
  positionOf,
  sameTurno,
  stampNew,
  stepTurno as stepOf,
  turnoAt,
  type Lista,
  type Movimiento,
  type PausaEnCurso,
  type Pulsacion,
  type Turno,
} from '#domain/turno.ts'
import type { Dia } from '#domain/dia.ts'
import { instantsOf } from '../evento/hora.ts'
import { readZona } from '../evento/store.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { readParadas, readPrograma } from './programa.ts'
import { annulMarcas, restoreMarcas } from './repeticion.ts'
import { readLista, recallPassed, writeTurno } from './turno.ts'
import * as store from './store.ts'

/** Moves the turn one position. Does nothing when the turn is not the one that the screen showed. */
export const stepTurno: Run<typeof contract.stepTurno> = async (work, { paso, desde }) => {
  // Sent together: PostgreSQL answers both at once. The list is of use when the turn is the one that the screen showed.
  const [current, lista, paradas] = await Promise.all([
    readCurrent(work),
    readLista(work.tx, desde.dia),
    readParadas(work.tx, desde.dia),
  ])
  const { dia, turno, unseen } = current
  if (unseen || dia !== desde.dia || !sameTurno(turno, desde.turno)) return movedBefore(work, current)
  const after = stepOf(turno, paso, { lista, paradas, now: work.now() })
  return moveTurno(work, current, { after, lista, isBack: paso === 'anterior' })
}

/**
 * Gives the turn to an entry of the active day; with `regresa` the day goes on afterwards where it was. Throws
 * `turno.retirado`, or for an entry outside the list the code of `absenceOf`.
 */
export const selectTurno: Run<typeof contract.selectTurno> = async (work, { competidorId, regresa }) => {
  const current = await readCurrent(work)
  const { dia, turno, unseen } = current
  if (unseen) return movedBefore(work, current)
  const lista = await readLista(work.tx, dia)
  const at = await mustFindPosition(work, { dia, lista, id: competidorId })
  if (lista[at - 1]?.retirado) throw new Problem('turno.retirado')
  if (turno.competidorId === competidorId && !turno.pausa) return stayedAt(work, current)
  const after = stampedNow(work, regresa ? callOutOfOrder(turno, at, lista) : turnoAt(at, lista))
  return moveTurno(work, current, { after, lista, isBack: !regresa })
}

/** The position of an entry in the list of the active day. Throws the code of `absenceOf`. */
async function mustFindPosition(
  work: Work,
  { dia, lista, id }: { readonly dia: Dia; readonly lista: Lista; readonly id: string },
): Promise<number> {
  const at = positionOf(id, lista)
  if (at === null) throw new Problem(absenceOf(await store.findLugar(work.tx, id), dia))
  return at
}

/**
 * Repeats an entry: annuls its marks and gives it the turn, which then goes on where it was. Throws as `annulMarcas`, and
 * `retiro.present`, or for an entry outside the list the code of `absenceOf`.
 */
export const repeatCompetidor: Run<typeof contract.repeatCompetidor> = async (
  work,
  { id, motivo, intento, acepta = [] },
) => {
  const current = await readCurrent(work)
  const { dia, turno, unseen } = current
  if (unseen) return movedBefore(work, current)
  const lista = await readLista(work.tx, dia)
  const at = await mustFindPosition(work, { dia, lista, id })
  if (lista[at - 1]?.retirado) throw new Problem('retiro.present')
  if (!(await annulMarcas(work, id, { motivo, visto: intento, acepta }))) return movedBefore(work, current)
  const after = stampedNow(work, callOutOfOrder(turno, at, lista))
  return recordMove(work, { dia, turno, repetido: id }, { after, lista })
}

/**
 * Begins a break after the entry in course. Does nothing when the turn is not the one that the screen showed. Throws
 * `pausa.sinTurno` while nobody competes.
 */
export const pausarDia: Run<typeof contract.pausarDia> = async (work, { titulo, minutos, desde }) => {
  const current = await readCurrent(work)
  const { dia, turno, unseen } = current
  if (unseen || dia !== desde.dia || !sameTurno(turno, desde.turno)) return movedBefore(work, current)
  if (turno.competidorId === null || turno.pausa) throw new Problem('pausa.sinTurno')
  const now = work.now()
  const after = { ...turno, desde: now, pausa: { id: null, titulo, hasta: now + minutos * 60_000 } }
  return recordMove(work, { dia, turno }, { after, lista: await readLista(work.tx, dia) })
}

/** Sets the end of the break in course. No move of the turn: an undo does not take it back. Throws `pausa.over`. */
export const saveFinDePausa: Run<typeof contract.saveFinDePausa> = async (work, { hora, desde }) => {
  const { dia, turno } = await readCurrent(work)
  const { pausa } = turno
  if (!pausa || dia !== desde.dia || !sameTurno(turno, desde.turno)) throw new Problem('pausa.over')
  const now = work.now()
  const inicio = await findInicioParado(work, dia, pausa)
  const fin = proximaHora(hora, inicio ?? now, await readZona(work.tx, work.deps.env.zonaHoraria))
  if (fin === null) throw new Problem('input.invalid', { hora: 'Elige una hora posterior.' })
  const hasta = inicio === null ? fin : (turno.desde ?? now) + fin - inicio
  const lista = await readLista(work.tx, dia)
  await writeTurno(work, dia, { before: turno, after: { ...turno, pausa: { ...pausa, hasta } }, lista })
}

/** With the clock off, the start of the break in course that the screens show; else null. */
async function findInicioParado({ tx, now }: Work, dia: Dia, { id }: PausaEnCurso): Promise<number | null> {
  const reloj = relojOf(await store.readAjustes(tx))
  if (reloj.activarReloj) return null
  const { publicado } = await readPrograma(tx, dia)
  return publicado?.pausas.find((one) => one.id === id)?.inicio ?? clockAt(reloj, now())
}

/** Sets the turn to a position of the active day. Throws `turno.outOfRange`, `turno.retirado`. */
export const saveTurno: Run<typeof contract.saveTurno> = async (work, { selectedRow }) => {
  const current = await readCurrent(work)
  const { dia, unseen } = current
  if (unseen) return movedBefore(work, current)
  const lista = await readLista(work.tx, dia)
  const fault = faultOfTurno(selectedRow, dia, lista)
  if (fault !== null) throw new Problem('turno.outOfRange', { selectedRow: fault })
  if (lista[selectedRow - 1]?.retirado) throw Problem.at('selectedRow', 'turno.retirado')
  return moveTurno(work, current, { after: stampedNow(work, turnoAt(selectedRow, lista)), lista, isBack: true })
}

/** The turn as it begins now. Without an entry and before the first one nothing begins. */
function stampedNow({ now }: Work, turno: Turno): Turno {
  return turno.selectedRow === 0 ? turno : { ...turno, desde: now() }
}

/** Makes a day the active one. Each day keeps its own turn. */
export const selectDia: Run<typeof contract.selectDia> = async (work, { dia }) => {
  const before = await readCurrent(work)
  if (before.unseen) return movedBefore(work, before)
  if (before.dia === dia) return stayedAt(work, before)
  await store.pushMovimiento(work.tx, work.revision, before)
  const turno = await changeDia(work, before.dia, dia)
  return movedTo(work, { dia, turno, ultimo: work.revision })
}

/**
 * Undoes the last move of the turn or of the active day. Does nothing when `revision` is not that of the last move. Throws as
 * `restoreMarcas`.
 */
export const undoTurno: Run<typeof contract.undoTurno> = async (work, { revision, acepta = [] }) => {
  const last = await store.findLastMovimiento(work.tx)
  const current = await readCurrent(work)
  if (last?.revision !== revision || current.unseen) return movedBefore(work, current)
  if (last.repetido !== undefined) await restoreMarcas(work, last.repetido, acepta)
  for (const table of ['movimiento', 'llamada'] as const) {
    await work.tx.deleteFrom(table).where('revision', '=', revision).execute()
  }
  if (current.dia !== last.dia) await changeDia(work, current.dia, last.dia)
  const before = await store.readTurno(work.tx, last.dia)
  const lista = await readLista(work.tx, last.dia)
  const recorrido = { lista, paradas: await readParadas(work.tx, last.dia), now: work.now() }
  const after = stampNew(competingTurno(followTurno(last.turno, lista), recorrido), last.turno, work.now())
  await recallPassed(work, { before, after, lista })
  // Recorded also when the turn stays: the desk shows the next move to undo.
  await writeTurno(work, last.dia, { before, after, lista, pulsacion: pulsacionOf(work) })
  await store.refreshCompartido(work.tx, after)
  return movedTo(work, { dia: last.dia, turno: after, ultimo: await store.readUltimo(work.tx) })
}

type TurnoAtPress = Awaited<ReturnType<typeof readCurrent>>

/** `unseen`: another session moved the turn a moment ago, and this press was made before the screen showed the new turn. */
async function readCurrent(work: Work) {
  const { dia, turno, ultima } = await store.readCurrent(work.tx)
  return { dia, turno, unseen: isUnseen(ultima, pulsacionOf(work)) }
}

function pulsacionOf({ actor, now }: Work): Pulsacion {
  return { sesion: actor.role === 'visitante' ? '' : actor.sesionId, at: now() }
}

type Moved = Output<typeof contract.stepTurno>

function movedTo({ revision }: Work, to: Pick<Moved, 'dia' | 'turno' | 'ultimo'>): Moved {
  return { movido: true, ...to, revision }
}

/** The press does nothing: the turn was moved before it. */
function movedBefore({ revision }: Work, { dia, turno }: TurnoAtPress): Moved {
  return { movido: false, antes: true, dia, turno, ultimo: null, revision }
}

/** The press changes nothing: the turn is there already, or at an end. */
async function stayedAt({ tx, revision }: Work, { dia, turno }: TurnoAtPress): Promise<Moved> {
  return { movido: false, dia, turno, ultimo: await store.readUltimo(tx), revision }
}

interface Step {
  readonly after: Turno
  readonly lista: Lista
}

/** Writes the new turn and keeps the former one for `Deshacer`. `isBack`: entries that it leaves behind wait for it again. */
async function moveTurno(
  work: Work,
  current: TurnoAtPress,
  { after, lista, isBack }: Step & { readonly isBack: boolean },
): Promise<Moved> {
  const { dia, turno: before } = current
  if (sameTurno(before, after)) return stayedAt(work, current)
  if (isBack) await recallPassed(work, { before, after, lista })
  return recordMove(work, { dia, turno: before }, { after, lista })
}

async function recordMove(work: Work, before: Movimiento, { after, lista }: Step): Promise<Moved> {
  const { dia, turno } = before
  await store.pushMovimiento(work.tx, work.revision, before)
  await writeTurno(work, dia, { before: turno, after, lista, pulsacion: pulsacionOf(work) })
  await store.refreshCompartido(work.tx, after)
  return movedTo(work, { dia, turno: after, ultimo: work.revision })
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

/** Saves the hour of the clock, given in the time zone of the event. */
export const saveHora: Run<typeof contract.saveHora> = async (work, { hora }) => {
  const { hora: instant } = await instantsOf(work, { hora })
  if (instant === null) throw new Problem('input.invalid', { hora: FECHA_Y_HORA })
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
