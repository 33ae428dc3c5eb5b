import type { Dia } from '#domain/dia.ts'
import { diaActivo } from '#domain/ajustes.ts'
import { followTurno, sameTurno, type Lista, type Pulsacion, type Turno } from '#domain/turno.ts'
import type { Work } from '../work.ts'
import { readLista, readListaWith } from './lista.ts'
import * as store from './store.ts'

interface Move {
  readonly before: Turno
  readonly after: Turno
  /** Absent where the turn only follows its list. */
  readonly pulsacion?: Pulsacion
}

/** Writes a day's turn and its log. When the day is live, the caller writes the shared record too. */
export async function writeTurno(work: Work, dia: Dia, { before, after, pulsacion }: Move): Promise<void> {
  if (pulsacion) await store.savePulsado(work.tx, dia, after, pulsacion)
  else await store.saveTurno(work.tx, dia, after)
  work.changed({
    kind: 'turno',
    dia,
    ...(after.competidorId !== null && { competidorId: after.competidorId }),
    before,
    after,
  })
}

/** Writes the shared record: the names of the entry that has the live day's turn. */
export async function writeCompartido(work: Work, turno: Turno): Promise<void> {
  const nadie = { nCategoria: null, nCompetidor: null }
  await store.saveCompartido(
    work.tx,
    turno.competidorId === null ? nadie : await store.findNombres(work.tx, turno.competidorId),
  )
}

/**
 * After a write to a day's lists: the turn stays with its entry, wherever that stands now. Who took several away at once
 * says how the list was.
 */
export async function refreshTurno(work: Work, dia: Dia | null, antes?: Lista): Promise<void> {
  if (dia === null) return
  const before = await store.readTurno(work.tx, dia)
  if (before.selectedRow === 0) return
  const after = followTurno(before, await readListaWith(work.tx, dia, before.competidorId), antes)
  if (sameTurno(before, after)) return
  await writeTurno(work, dia, { before, after })
  if (dia === diaActivo(await store.readAjustes(work.tx))) await writeCompartido(work, after)
}

/**
 * After entries went from a day: a move that can be taken back leads to whoever stands now where they stood. `antes` is the
 * list as it was, where several went at once.
 */
export async function refreshMovimientos(work: Work, dia: Dia | null, antes?: Lista): Promise<void> {
  if (dia === null) return
  const lost = await store.lostMovimientos(work.tx, dia)
  if (lost.length === 0) return
  const lista = await readLista(work.tx, dia)
  for (const { revision, turno } of lost) {
    await store.saveMovimiento(work.tx, revision, followTurno(turno, lista, antes))
  }
}

/** After an entry got another name: the shared record says the new one while its turn lasts. */
export async function refreshNombres(work: Work, dia: Dia | null, competidorId: string): Promise<void> {
  if (dia === null || dia !== diaActivo(await store.readAjustes(work.tx))) return
  const turno = await store.readTurno(work.tx, dia)
  if (turno.competidorId === competidorId) await writeCompartido(work, turno)
}
