import type * as contract from '#contract/competidores.ts'
import type { Dia } from '#domain/dia.ts'
import { lugarOf, type Lugar } from '#domain/lista.ts'
import { putBefore } from '#domain/move.ts'
import { placeLast } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { checkAbierta } from '../calificaciones/cierre.ts'
import {
  checkMotivoDeOrden,
  forgetNumeros,
  readOrdenCerrado,
  saveNumero,
  saveOrdenCerrado,
} from '../horario/numeros.ts'
import { changeListas, readLista } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { findEntry, removeEntry, type Entry } from './entry.ts'
import * as store from './store.ts'

/** Puts an entry before another one of its category, or last. */
export const moveCompetidor: Run<typeof contract.moveCompetidor> = async (
  work,
  { id, antesDe, motivo, acepta = [] },
) => {
  const { entry, dia } = await mustFindAbierta(work, id)
  if (entry.orden === null) throw new Problem('competidor.unplaced')
  await checkMotivoDeOrden(work.tx, dia, motivo)
  const ordenes = putBefore(await store.listByCategoria(work.tx, entry.categoriaId), id, antesDe)
  await changeListas(work, [dia], { acepta }, () => store.saveOrdenes(work.tx, ordenes))
  return changeLugar(work, { entry, dia }, motivo)
}

/** Records the new place of an entry in its category, and returns it. */
async function changeLugar(work: Work, { entry, dia }: Entry, motivo?: string): Promise<Lugar> {
  const { id: competidorId, categoriaId, orden } = entry
  const lugar = lugarOf(await store.listByCategoria(work.tx, entry.categoriaId), competidorId)
  const after = { orden: lugar.lugar, motivo }
  work.changed({ kind: 'competidor', dia, categoriaId, competidorId, before: { orden }, after })
  return lugar
}

/** Gives an entry without order the last place of its category. */
export const placeCompetidor: Run<typeof contract.placeCompetidor> = async (work, { id, acepta = [] }) => {
  const { entry, dia } = await mustFindAbierta(work, id)
  if (entry.orden !== null) throw new Problem('competidor.placed')
  const ordenes = placeLast(await store.listByCategoria(work.tx, entry.categoriaId), id)
  await changeListas(work, [dia], { acepta }, () => store.saveOrdenes(work.tx, ordenes))
  await changeLugar(work, { entry, dia })
}

/** Deletes an entry with its marks and its music, and renumbers its category. */
export const deleteCompetidor: Run<typeof contract.deleteCompetidor> = async (work, { id }) => {
  await removeEntry(work, await mustFindAbierta(work, id))
}

/** Freezes the position of each entry of a day as its number. Throws `orden.closed`. */
export const closeOrden: Run<typeof contract.closeOrden> = async (work, { dia }) => {
  if (await readOrdenCerrado(work.tx, dia)) throw new Problem('orden.closed')
  const lista = await readLista(work.tx, dia)
  const dados = lista.map((_, index) => String(index + 1))
  for (const [index, { id }] of lista.entries()) await saveNumero(work.tx, id, dados[index] ?? null)
  await saveOrdenCerrado(work.tx, dia, { dados, categorias: await changeCierre(work, dia, { cerrado: true }) })
}

/** Drops the numbers of a day. Throws `orden.open`. */
export const openOrden: Run<typeof contract.openOrden> = async (work, { dia, motivo }) => {
  if (!(await readOrdenCerrado(work.tx, dia))) throw new Problem('orden.open')
  await work.tx.deleteFrom('orden_cerrado').where('dia', '=', dia).execute()
  for (const id of await changeCierre(work, dia, { cerrado: false, motivo })) await forgetNumeros(work.tx, id)
}

/** Records that the order of a day was closed or opened. Returns the ids of its categories. */
async function changeCierre(work: Work, dia: Dia, after: object): Promise<string[]> {
  const categorias = await work.tx.selectFrom('categorias').select('id').where('dia', '=', dia).execute()
  const ids = categorias.map(({ id }) => id)
  work.changed({ kind: 'orden', dia, after })
  // Without an entry's id, the views show the numbers and the log shows one row.
  for (const categoriaId of ids) work.changed({ kind: 'competidor', dia, categoriaId })
  return ids
}

/** Returns an entry. Throws when it does not exist or its category is closed. */
async function mustFindAbierta(work: Work, id: string): Promise<Entry> {
  const found = await findEntry(work.tx, id)
  if (!found) throw new Problem('competidor.missing')
  await checkAbierta(work.tx, found.entry.categoriaId)
  return found
}
