import type { Dia } from './dia.ts'

/** A position in the list of a day (from 1; 0 is none, n+1 is past the end) and the entry at that position. */
export interface Punto {
  readonly selectedRow: number
  readonly competidorId: string | null
}

/**
 * The turn of a day. When the list changes, the entry is kept and the position is computed again.
 * `regreso`: the turn from which the day goes on while an entry has the turn out of order: repeated, called late, or moved to
 * another category; absent otherwise.
 */
export interface Turno extends Punto {
  readonly regreso?: Regreso | undefined
  /** When the item in course began, ms since 1970; absent in earlier data and after an import. */
  readonly desde?: number | undefined
  /** The break in course, after the entry of the turn; absent while an entry competes. */
  readonly pausa?: PausaEnCurso | undefined
}

/** `pausaId`: the break after that entry that was in course. */
export interface Regreso extends Punto {
  readonly pausaId?: string | null | undefined
}

/** A copy of a break, so that it goes on whatever becomes of the plan. `id`: of a published one; null for one of the desk. */
export interface PausaEnCurso {
  readonly id: string | null
  readonly titulo: string
  /** The instant at which it ends, ms since 1970. */
  readonly hasta: number
}

/** The turn alone, of a record that has more. */
export function turnoOf({ selectedRow, competidorId, regreso, desde, pausa }: Turno): Turno {
  return {
    selectedRow,
    competidorId,
    ...(regreso && { regreso }),
    ...(desde !== undefined && { desde }),
    ...(pausa && { pausa }),
  }
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

/** How far a day is: `en vivo` from its first press until its last turn has passed. */
export type Fase = 'por comenzar' | 'en vivo' | 'terminado'

/** `total`: the number of entries in the list of the day. */
export function faseOf({ selectedRow, pausa }: Pick<Turno, 'selectedRow' | 'pausa'>, total: number): Fase {
  if (pausa) return 'en vivo'
  if (selectedRow === 0) return 'por comenzar'
  return selectedRow > total ? 'terminado' : 'en vivo'
}

/** The direction of one press of the desk. */
export type Paso = 'siguiente' | 'anterior'

/** An entry in the list of its day. */
export interface EnLista {
  readonly id: string
  /** The entry is withdrawn: the turn skips it. */
  readonly retirado: boolean
  /** The entry has had the turn of its day, or was imported before the turn. */
  readonly llamado: boolean
  /** The entry has had the turn and waits for it again: the turn went back, or the organiser confirmed it. */
  readonly espera: boolean
}

/** The entries of a day in running order. */
export type Lista = readonly EnLista[]

/** The position of an entry, from 1; `null` when it is not in the list. */
export function positionOf(id: string | null, lista: Lista): number | null {
  const index = lista.findIndex((entry) => entry.id === id)
  return index === -1 ? null : index + 1
}

/**
 * The turn at a position of the list. Past the end it has no entry: all have finished. A day without entries has no turn,
 * so that entries added later start as waiting.
 */
export function turnoAt(selectedRow: number, lista: Lista): Punto {
  return lista.length === 0 ? SIN_TURNO : { selectedRow, competidorId: lista[selectedRow - 1]?.id ?? null }
}

/** The entry that competes; null during a break. */
export function enPistaOf({ competidorId, pausa }: Pick<Turno, 'competidorId' | 'pausa'>): string | null {
  return pausa ? null : competidorId
}

/** The fault of a number as the turn of a day; `null` when it is valid. n+1 ends the day; a day without entries allows only 0. */
export function faultOfTurno(selectedRow: number, dia: Dia, { length }: Lista): string | null {
  const last = length === 0 ? 0 : length + 1
  if (selectedRow >= 0 && selectedRow <= last) return null
  if (last === 0) return `Escribe 0: el ${dia} no tiene competidores.`
  return `Escribe un número de 0 a ${last}; ${last} termina el día.`
}

/**
 * The turn of an entry that is called out of order: repeated, or missed before. The next step goes on where the day was.
 * `regreso` is not kept where it is the entry itself: the next step then is the usual one.
 */
export function callOutOfOrder(turno: Turno, selectedRow: number, lista: Lista): Turno {
  return withRegreso(turnoAt(selectedRow, lista), turno.regreso ?? regresoOf(turno))
}

function withRegreso(turno: Turno, regreso: Regreso): Turno {
  return samePunto(turno, regreso) && !regreso.pausaId ? turno : { ...turno, regreso }
}

function regresoOf({ selectedRow, competidorId, pausa }: Turno): Regreso {
  return { selectedRow, competidorId, ...(pausa?.id && { pausaId: pausa.id }) }
}

/** A change of the list of a day. */
export interface Cambio {
  /** The list after the change. */
  readonly lista: Lista
  /**
   * The list before it: for a change that may also delete earlier entries, and for a turn whose position was not updated at
   * earlier changes.
   */
  readonly antes?: Lista | undefined
  /**
   * The entry that changed its category. It keeps the turn, and the day goes on where it was, also when the return point was
   * this entry.
   */
  readonly traslada?: string | undefined
}

/**
 * Returns the turn after the list of the day has changed. The turn stays at its entry. When that entry is deleted, the turn
 * goes to the entry that is now in its position, or, if that one is withdrawn, to the next one that is not; from a deleted
 * entry out of order the day goes on. During a break the turn stays behind the entry before, and the break goes on. Another
 * entry that comes to the turn has no stamp. A day that has finished stays finished when entries are added, until the
 * administrator presses a button of the desk.
 */
export function followTurno(turno: Turno, cambio: Cambio): Turno {
  const { lista, antes, traslada } = cambio
  const moved = (punto: Punto): Punto =>
    punto.competidorId === traslada && antes
      ? turnoAt((positionOf(traslada, antes) ?? punto.selectedRow) - 1, antes)
      : punto
  const stamped = (next: Turno): Turno =>
    turno.desde !== undefined && next.competidorId === turno.competidorId ? { ...next, desde: turno.desde } : next
  const trasladado = turno.competidorId === traslada && !turno.pausa ? regresoOf(turno) : undefined
  const regreso = turno.regreso ?? trasladado
  const place = regreso && { ...regreso, ...followRegreso(moved(regreso), cambio) }
  if (turno.pausa) return { ...turno, ...followRegreso(moved(turno), cambio), ...(place && { regreso: place }) }
  if (!place) return stamped(followPunto(turno, cambio))
  const at = positionOf(turno.competidorId, lista)
  if (at === null) return stepTurno({ ...turno, regreso: place }, 'siguiente', { lista })
  return stamped(withRegreso(turnoAt(at, lista), place))
}

function followPunto(punto: Punto, cambio: Cambio): Punto {
  const { at, isDeleted } = positionAfter(punto, cambio)
  return turnoAt(isDeleted ? nextFrom(at, cambio.lista) : at, cambio.lista)
}

/** When the entry is deleted, the point moves to the position before it: the next step must not skip the entry that follows. */
function followRegreso(regreso: Punto, cambio: Cambio): Punto {
  const { at, isDeleted } = positionAfter(regreso, cambio)
  return turnoAt(isDeleted ? at - 1 : at, cambio.lista)
}

/** The position of a point after a change of the list. `isDeleted`: its entry is; `at` is what its position has become. */
function positionAfter(
  { selectedRow, competidorId }: Punto,
  { lista, antes = [] }: Cambio,
): { readonly at: number; readonly isDeleted?: true } {
  if (selectedRow === 0) return { at: 0 }
  if (competidorId === null) return { at: lista.length + 1 }
  const at = positionOf(competidorId, lista)
  if (at !== null) return { at }
  const from = positionOf(competidorId, antes) ?? selectedRow
  const deleted = antes.slice(0, from - 1).filter(({ id }) => positionOf(id, lista) === null)
  return { at: from - deleted.length, isDeleted: true }
}

/** The turn itself, or, when its entry is withdrawn, the next one. */
export function competingTurno(turno: Turno, recorrido: Recorrido): Turno {
  const isRetirado = recorrido.lista[turno.selectedRow - 1]?.retirado && !turno.pausa
  return isRetirado ? stepTurno(turno, 'siguiente', recorrido) : turno
}

/** The turn with the stamp of a moment, where another entry than before came to it without one. */
export function stampNew(after: Turno, before: Turno, now: number): Turno {
  const isNew = after.competidorId !== null && after.competidorId !== before.competidorId
  return isNew && after.desde === undefined ? { ...after, desde: now } : after
}

/** The data that decide the status of each entry of a day. */
export interface EnTurno extends Pick<Turno, 'selectedRow' | 'regreso' | 'desde' | 'pausa'> {
  /** The entries behind the turn that are over. See `pasadosOf`. */
  readonly pasados?: readonly string[]
}

/** The last position that the day has reached. An entry out of order does not change it. */
function reachedBy({ selectedRow, regreso }: EnTurno): number {
  return regreso ? regreso.selectedRow : selectedRow
}

/**
 * Whether a position is before the turn. The entry that has the turn is neither before nor behind it; during a break no entry
 * has it.
 */
function isBefore(position: number, turno: EnTurno): boolean {
  return position === turno.selectedRow ? turno.pausa !== undefined : position <= reachedBy(turno)
}

function isBehind(position: number, turno: EnTurno): boolean {
  return position !== turno.selectedRow && position > reachedBy(turno)
}

/** Whether the entry at a position is over for the public: the turn has passed it, or it had its turn earlier. */
export function isPassed({ id }: Pick<EnLista, 'id'>, position: number, turno: EnTurno): boolean {
  return isBefore(position, turno) || (position !== turno.selectedRow && (turno.pasados?.includes(id) ?? false))
}

const isOver = ({ llamado, espera }: EnLista): boolean => llamado && !espera

/** Whether one of these entries is at the turn or before it. */
export function hasReached(ids: readonly string[], turno: EnTurno, lista: Lista): boolean {
  return idsAt(lista, ({ id }, at) => ids.includes(id) && (at === turno.selectedRow || isBefore(at, turno))).length > 0
}

/** The entries that had the turn, and those that stand at the turn or before it. */
export function alcanzadosOf(turno: Turno, lista: Lista): string[] {
  return idsAt(lista, (entry, at) => at === turno.selectedRow || isBefore(at, turno) || isOver(entry))
}

/** The entries behind the turn that had it, and that are not called again: repeated or moved ones. */
export function pasadosOf(turno: Turno, lista: Lista): string[] {
  return idsAt(lista, (entry, position) => isOver(entry) && isBehind(position, turno))
}

/** The entries that the day has passed, that never had the turn and that are not withdrawn, in running order. */
export function sinTurnoOf(turno: Turno, lista: Lista): string[] {
  return idsAt(lista, (entry, position) => !entry.retirado && !entry.llamado && isBefore(position, turno))
}

function idsAt(lista: Lista, isWanted: (entry: EnLista, position: number) => boolean): string[] {
  return lista.filter((entry, index) => isWanted(entry, index + 1)).map(({ id }) => id)
}

/** The entries that wait for the turn again because a person moved it back from `before` to `after`. */
export function recalledBy(before: Turno, after: Turno, lista: Lista): string[] {
  return idsAt(
    lista,
    (entry, position) =>
      isOver(entry) && isBehind(position, after) && (position <= reachedBy(before) || position === before.selectedRow),
  )
}

/** A day: its turn and its list. */
export interface DiaEnCurso {
  readonly turno: Turno
  readonly lista: Lista
}

/** The entries that a change of order, category or day takes across the turn. */
export interface Cruce {
  /** They waited, or were not in the list, and stand before the turn now. */
  readonly pasan: readonly string[]
  /** They had the turn and stand behind it now. */
  readonly vuelven: readonly string[]
}

/** Compares the days before and after a change, each with the turn that it has then. Withdrawn entries do not count. */
export function cruceOf(antes: readonly DiaEnCurso[], despues: readonly DiaEnCurso[]): Cruce {
  const passed = (dias: readonly DiaEnCurso[], isWanted: (entry: EnLista) => boolean): string[] =>
    dias.flatMap(({ turno, lista }) => idsAt(lista, (entry, at) => isWanted(entry) && isBefore(at, turno)))
  const current = new Set([...antes, ...despues].map(({ turno }) => enPistaOf(turno)))
  const before = new Set(passed(antes, () => true))
  const had = new Set(passed(antes, ({ llamado }) => llamado))
  const after = new Set(passed(despues, () => true))
  const competing = despues.flatMap(({ lista }) => lista).filter(({ id, retirado }) => !retirado && !current.has(id))
  const pasan = competing.filter((entry) => after.has(entry.id) && !before.has(entry.id) && !isOver(entry))
  const vuelven = competing.filter(({ id }) => had.has(id) && !after.has(id))
  return { pasan: pasan.map(({ id }) => id), vuelven: vuelven.map(({ id }) => id) }
}

/** The question before a change that takes entries across the turn, from their names; null when it takes none across. */
export function cruceText({ pasan, vuelven }: Cruce): string | null {
  const parts = [
    pasan.length > 0 && `Quedarían antes del turno sin haber competido: ${pasan.join(', ')}.`,
    vuelven.length > 0 && `Volverían a esperar: ${vuelven.join(', ')}.`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : parts.join(' ')
}

/** The first position from `position` whose entry the turn may go to: it competes, and is not over. n+1 past the end. */
function nextFrom(position: number, lista: Lista): number {
  const index = lista.findIndex((entry, at) => at + 1 >= position && !entry.retirado && !isOver(entry))
  return index === -1 ? Math.max(position, lista.length + 1) : index + 1
}

/** The last position up to `position` whose entry competes; 0 before the list. */
function previousFrom(position: number, lista: Lista): number {
  return position > lista.length ? position : lista.findLastIndex(({ retirado }, at) => at < position && !retirado) + 1
}

/** Why an entry that is not in the list of a day cannot have its turn. `entry`: undefined when it was deleted. */
export function absenceOf(
  entry: { readonly dia: Dia | null; readonly orden: number | null } | undefined,
  dia: Dia,
): 'competidor.missing' | 'turno.otherDia' | 'competidor.unplaced' {
  if (!entry) return 'competidor.missing'
  return entry.dia === dia && entry.orden === null ? 'competidor.unplaced' : 'turno.otherDia'
}

/** A published break on the way of the turn. `turno`: the position of the entry before it. `largo`: ms. */
export interface Parada {
  readonly id: string
  readonly titulo: string
  readonly largo: number
  readonly turno: number
}

/** What a step of the turn goes through, in running order, and its instant (ms since 1970; absent: the turn gets no stamp). */
interface Recorrido {
  readonly lista: Lista
  readonly paradas?: readonly Parada[]
  readonly now?: number
}

/**
 * Moves the turn to the next item, or back to the one before it: an entry that competes or a published break, between 0 and
 * n+1. The step forward skips entries that are over. Returns the same turn at either end. From an entry out of order the step
 * forward goes on after `regreso`, and the step back goes to it; from a break that the desk began, to the entry before it. No step
 * leads back into such a break.
 */
export function stepTurno(turno: Turno, paso: Paso, { lista, paradas = [], now }: Recorrido): Turno {
  const at = (position: number): Turno => ({
    ...turnoAt(position, lista),
    ...(position > 0 && now !== undefined && { desde: now }),
  })
  const begin = (punto: Punto, { id, titulo, largo }: Parada): Turno =>
    now === undefined ? punto : { ...punto, desde: now, pausa: { id, titulo, hasta: now + largo } }
  const { selectedRow, pausaId } = turno.regreso ?? regresoOf(turno)
  const index = paradas.findIndex(({ id }) => id === pausaId)
  if (paso === 'siguiente') {
    if (selectedRow > lista.length) return turnoAt(selectedRow, lista)
    const next = nextFrom(selectedRow + 1, lista)
    const between = paradas.filter((one) => one.turno >= selectedRow && one.turno < next)
    const ahead = between.slice(between.findIndex(({ id }) => id === pausaId) + 1)[0]
    return ahead ? begin(turnoAt(selectedRow, lista), ahead) : at(next)
  }
  if (turno.regreso) {
    const repetido = turno.pausa && lista[turno.selectedRow - 1]
    if (repetido && !repetido.retirado) return { ...at(turno.selectedRow), regreso: turno.regreso }
    const parada = paradas[index]
    return parada ? begin(turnoAt(selectedRow, lista), parada) : at(previousFrom(selectedRow, lista))
  }
  const from = turno.pausa ? selectedRow + 1 : Math.min(selectedRow, lista.length + 1)
  const previous = previousFrom(Math.max(0, from - 1), lista)
  const behind = (turno.pausa ? paradas.slice(0, Math.max(0, index)) : paradas).findLast(
    (one) => one.turno >= previous && (turno.pausa !== undefined || one.turno < from),
  )
  if (selectedRow === 0 && !turno.pausa) return turno
  return behind ? begin(turnoAt(previous, lista), behind) : at(previous)
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

/** Whether two turns are the same item: an entry, or a break. */
export function sameTurno(a: Visto, b: Visto): boolean {
  if (!samePunto(a, b)) return false
  if (a.pausa && b.pausa ? a.pausa.id !== b.pausa.id : a.pausa !== b.pausa) return false
  return a.regreso && b.regreso ? samePunto(a.regreso, b.regreso) : a.regreso === b.regreso
}

/** What tells a turn from another. */
interface Visto extends Punto {
  readonly regreso?: Punto | undefined
  readonly pausa?: Pick<PausaEnCurso, 'id'> | undefined
}

function samePunto(a: Punto, b: Punto): boolean {
  return a.selectedRow === b.selectedRow && a.competidorId === b.competidorId
}
