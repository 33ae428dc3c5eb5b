import type { Registrado } from '#contract/change.ts'
import type { TurnoPart } from '#contract/views/horario.ts'
import { diaActivo } from '#domain/ajustes.ts'
import { nombreOf } from '#domain/competidor.ts'
import type { Dia } from '#domain/dia.ts'
import { Pregunta } from '#domain/problem.ts'
import {
  cruceOf,
  cruceText,
  pasadosOf,
  followTurno,
  sameTurno,
  SIN_TURNO,
  stampNew,
  type Cambio,
  type DiaEnCurso,
  type Lista,
  type Pulsacion,
  type Turno,
} from '#domain/turno.ts'
import { inOneRead, type Tx } from '../db/database.ts'
import type { Work } from '../work.ts'
import { giveNumeros } from './numeros.ts'
import { listaOf, readOrdenDeDia, type CategoriaEnOrden } from './orden.ts'
import * as store from './store.ts'

interface Move {
  readonly before: Turno
  readonly after: Turno
  /** The list of the day as `after` counts it. */
  readonly lista: Lista
  /** The press that moved the turn; absent when the turn follows a change of its list. */
  readonly pulsacion?: Pulsacion
}

/**
 * Saves the turn of a day and that its entry has had it, and records the change. For the active day, the caller also calls
 * `refreshCompartido`.
 */
export async function writeTurno(work: Work, dia: Dia, { before, after, lista, pulsacion }: Move): Promise<void> {
  await store.saveTurno(work.tx, dia, after, pulsacion)
  const entry = lista[after.selectedRow - 1]
  if (entry && !after.pausa && !entry.retirado && (!entry.llamado || entry.espera)) {
    await store.putLlamada(work.tx, { competidorId: entry.id, revision: work.revision, espera: 0 })
  }
  work.changed({
    kind: 'turno',
    dia,
    ...(after.competidorId !== null && { competidorId: after.competidorId }),
    before: loggedOf(before),
    after: loggedOf(after),
  })
}

/** A turn as the log keeps it: whole, so that the log gives every shown time again. Its stamp and the id of its break are internal. */
function loggedOf({ selectedRow, competidorId, regreso, desde, pausa }: Turno): Registrado {
  const comienzo = desde === undefined ? null : new Date(desde).toISOString()
  const enPausa = pausa && { pausaId: pausa.id, finDePausa: new Date(pausa.hasta).toISOString() }
  return { selectedRow, competidorId, ...(regreso && { regreso }), comienzo, pausa: pausa?.titulo ?? null, ...enPausa }
}

/** Lets entries that had the turn wait for it again. */
export async function recall({ tx, revision }: Work, ids: readonly string[]): Promise<void> {
  for (const id of ids) await store.putLlamada(tx, { competidorId: id, revision, espera: 1 })
}

/** How a change of lists treats the turns that it concerns. */
interface Following {
  /** The questions that the person has answered. Absent: the change asks none. */
  readonly acepta?: readonly string[] | undefined
  /** The entry that changes its category, and keeps the turn when it has it. */
  readonly traslada?: string
}

/**
 * Runs a change of the lists of some days: of order, category, day or number of their entries. The turns, and the moves that can
 * be undone, follow their entries. Throws `Pregunta` when the change takes entries across the turn and the administrator has
 * not accepted that.
 *
 * @example
 * await changeListas(work, [dia], { acepta }, () => saveOrdenes(work, dia, move(entries, input)))
 */
export async function changeListas<T>(
  work: Work,
  dias: readonly (Dia | null)[],
  following: Following,
  change: () => Promise<T>,
): Promise<T> {
  const concerned = [...new Set(dias)].filter((dia) => dia !== null)
  const before: (DiaEnCurso & { readonly dia: Dia })[] = []
  for (const dia of concerned) {
    before.push({ dia, turno: await store.readTurno(work.tx, dia), lista: await readLista(work.tx, dia) })
  }
  const result = await change()
  for (const dia of concerned) await giveNumeros(work.tx, dia)
  const after = []
  for (const antes of before) {
    const lista = await readLista(work.tx, antes.dia)
    const turno = followTurno(antes.turno, { lista, antes: antes.lista, traslada: following.traslada })
    after.push({ antes, lista, turno: stampNew(turno, antes.turno, work.now()) })
  }
  if (following.acepta && work.actor.role === 'admin') await settleCruce(work, { before, after }, following.acepta)
  for (const { antes, lista, turno } of after) {
    const { dia } = antes
    await refreshMovimientos(work, dia, { antes: antes.lista, lista, traslada: following.traslada })
    if (sameTurno(antes.turno, turno)) continue
    await writeTurno(work, dia, { before: antes.turno, after: turno, lista })
    if (dia === diaActivo(await store.readAjustes(work.tx))) await store.refreshCompartido(work.tx, turno)
  }
  return result
}

/** Asks before entries cross the turn. Those that had it on this day wait for it again once that is accepted. */
async function settleCruce(
  work: Work,
  { before, after }: { readonly before: readonly DiaEnCurso[]; readonly after: readonly DiaEnCurso[] },
  acepta: readonly string[],
): Promise<void> {
  const { pasan, vuelven } = cruceOf(before, after)
  const cruzan = [...pasan, ...vuelven]
  if (cruzan.length === 0) return
  const rows = await work.tx.selectFrom('competidores').select(['id', 'nombre']).where('id', 'in', cruzan).execute()
  const nombres = new Map(rows.map((row) => [row.id, nombreOf(row)]))
  const nombresOf = (ids: readonly string[]) => ids.map((id) => nombres.get(id) ?? '')
  const pregunta = cruceText({ pasan: nombresOf(pasan), vuelven: nombresOf(vuelven) })
  if (pregunta !== null && !acepta.includes(pregunta)) throw new Pregunta(pregunta, 'Continuar')
  const had = new Set(after.flatMap(({ lista }) => lista.filter(({ llamado }) => llamado).map(({ id }) => id)))
  const waiting = vuelven.filter((id) => had.has(id))
  await recall(work, waiting)
}

/**
 * Updates the moves of a day that can be undone, after entries left the day or one changed its category: a move leads where the
 * turn would be now.
 */
async function refreshMovimientos(work: Work, dia: Dia, { antes, lista, traslada }: Cambio): Promise<void> {
  // An undo also takes back that later entries had the turn.
  const uncalled = lista.map((entry) => ({ ...entry, llamado: false }))
  for (const { revision, turno } of await store.listLostMovimientos(work.tx, dia, traslada)) {
    const after = followTurno(turno, { lista: uncalled, antes, traslada })
    await work.tx.updateTable('movimiento').set(store.columnsOf(after)).where('revision', '=', revision).execute()
  }
}

/** Updates the record that other programs read when an entry that has the turn, or its category (`id`), gets another name. */
export async function refreshNombres(work: Work, id: string): Promise<void> {
  const { turno } = await store.readCurrent(work.tx)
  if (turno.competidorId === null) return
  const isNamed = id === turno.competidorId || id === (await store.findLugar(work.tx, turno.competidorId))?.categoriaId
  if (isNamed) await store.refreshCompartido(work.tx, turno)
}

/** Lets a day that has ended go on: what comes at its end waits. The entries that had the turn stay over. */
export async function reopenDia(work: Work, dia: Dia): Promise<void> {
  const before = await store.readTurno(work.tx, dia)
  const lista = await readLista(work.tx, dia)
  if (before.competidorId !== null || before.selectedRow <= lista.length || before.regreso) return
  await writeTurno(work, dia, { before, after: SIN_TURNO, lista })
}

/** The entries of a day that turns count: those with an order, in categories with a name, in the order of the schedule. */
export async function readLista(tx: Tx, dia: Dia): Promise<Lista> {
  return listaOf(await readOrdenDeDia(tx, dia))
}

// A flush updates several views of a day: it reads the turn and the list once.
export const readCurrent: typeof store.readCurrent = inOneRead(store.readCurrent)
export const readOrden: (tx: Tx, dia: Dia) => Promise<readonly CategoriaEnOrden[]> = inOneRead((tx, dia: Dia) =>
  readOrdenDeDia(tx, dia),
)
export const readEnCurso: (tx: Tx, dia: Dia) => Promise<DiaEnCurso> = inOneRead(async (tx, dia: Dia) => ({
  turno: await store.readTurno(tx, dia),
  lista: listaOf(await readOrden(tx, dia)),
}))

/** The turn of a day. */
export async function loadTurno(tx: Tx, dia: Dia): Promise<TurnoPart> {
  const { turno, lista } = await readEnCurso(tx, dia)
  const pasados = pasadosOf(turno, lista)
  return { tipo: 'turno', ...turno, ...(pasados.length > 0 && { pasados }) }
}
