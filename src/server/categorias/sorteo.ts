import { hash } from 'node:crypto'
import type * as contract from '#contract/categorias.ts'
import { nombreOf } from '#domain/competidor.ts'
import type { Dia } from '#domain/dia.ts'
import { sortear, sortPlaced } from '#domain/orden.ts'
import { Pregunta, Problem } from '#domain/problem.ts'
import { hasReached } from '#domain/turno.ts'
import { hasMarcas } from '../calificaciones/marcas.ts'
import { listByCategoria, saveOrdenes } from '../competidores/store.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable } from '../db/schema.ts'
import { readTurno } from '../horario/store.ts'
import { checkMotivoDeOrden } from '../horario/numeros.ts'
import { changeListas, readLista } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { mustFindAbierta } from './store.ts'

/**
 * Draws the order of a category. `Semilla` in the log and the ids of the entries in an export give the same order again. Throws
 * `sorteo.started`, `orden.motivo`.
 */
export const drawCategoria: Run<typeof contract.drawCategoria> = async (work, { id, motivo, acepta = [] }) => {
  const categoria = await mustFindAbierta(work.tx, id)
  const entries = await listByCategoria(work.tx, id)
  if (await isStarted(work.tx, categoria.dia, entries)) throw new Problem('sorteo.started')
  await checkMotivoDeOrden(work.tx, categoria.dia, motivo)
  if (!motivo) await mustBeFirst(work, id)
  const pregunta = `¿Sortear el orden de ${nombreOf(categoria)}?`
  if (!motivo && !acepta.includes(pregunta)) throw new Pregunta(pregunta, 'Sortear')

  const semilla = work.newId()
  const ordenes = sortear(entries, (entry) => hash('sha256', `${semilla}:${entry.clave ?? entry.id}`))
  await changeListas(work, [categoria.dia], {}, () => saveOrdenes(work.tx, ordenes))
  const after = entries.map((entry) => ordenes.find((one) => one.id === entry.id) ?? entry)
  const of = { dia: categoria.dia, categoriaId: id }
  const before = { sorteo: listOf(entries) }
  work.changed({ kind: 'sorteo', ...of, before, after: { semilla, sorteo: listOf(after), motivo } })
  // Without an entry's id, the views show the category anew and the log shows one row.
  work.changed({ kind: 'competidor', ...of })
}

/** Whether an entry of a category had the turn of its day, or has a mark. */
async function isStarted(tx: Tx, dia: Dia | null, entries: readonly CompetidoresTable[]): Promise<boolean> {
  for (const { id } of entries) if (await hasMarcas(tx, id)) return true
  if (dia === null) return false
  const ids = entries.map(({ id }) => id)
  return hasReached(ids, await readTurno(tx, dia), await readLista(tx, dia))
}

/** Throws `orden.motivo` when a category was drawn before. An import is a new beginning. */
async function mustBeFirst({ tx }: Work, categoriaId: string): Promise<void> {
  const rows = await tx
    .selectFrom('change_log')
    .select(['kind', 'revision'])
    .where((eb) => eb.or([eb('kind', '=', 'todo'), eb('kind', '=', 'sorteo').and('categoriaId', '=', categoriaId)]))
    .orderBy('revision', 'desc')
    .limit(1)
    .execute()
  if (rows[0]?.kind === 'sorteo') throw Problem.at('motivo', 'orden.motivo')
}

/** The order of a category as the log shows it. */
function listOf(entries: readonly CompetidoresTable[]): string[] {
  return sortPlaced(entries).map((entry, index) => `${index + 1}. ${nombreOf(entry)}`)
}
