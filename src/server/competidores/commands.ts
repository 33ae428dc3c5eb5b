import type * as contract from '#contract/competidores.ts'
import { lugarOf } from '#domain/lista.ts'
import { move } from '#domain/move.ts'
import { placeLast } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { checkAbierta } from '../calificaciones/entrada.ts'
import { changeListas } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { findEntry, removeEntry, saveOrdenes, type Entry } from './entry.ts'
import * as store from './store.ts'

/** Moves an entry past a neighbour of its category. Returns its place there. */
export const moveCompetidor: Run<typeof contract.moveCompetidor> = async (work, input) => {
  const { entry, dia } = await mustFindAbierta(work, input.id)
  if (entry.orden === null) throw new Problem('competidor.unplaced')
  const ordenes = move(await store.listByCategoria(work.tx, entry), input)
  await changeListas(work, [dia], { acepta: input.acepta ?? [] }, () => saveOrdenes(work, dia, ordenes))
  return lugarOf(await store.listByCategoria(work.tx, entry), input.id)
}

/** Gives an entry without order the last place of its category. */
export const placeCompetidor: Run<typeof contract.placeCompetidor> = async (work, { id, acepta = [] }) => {
  const { entry, dia } = await mustFindAbierta(work, id)
  if (entry.orden !== null) throw new Problem('competidor.placed')
  const ordenes = placeLast(await store.listByCategoria(work.tx, entry), id)
  await changeListas(work, [dia], { acepta }, () => saveOrdenes(work, dia, ordenes))
}

/** Deletes an entry with its marks and its music, and renumbers its category. */
export const deleteCompetidor: Run<typeof contract.deleteCompetidor> = async (work, { id }) => {
  await removeEntry(work, await mustFindAbierta(work, id))
}

/** Returns an entry. Throws when it does not exist or its category is closed. */
async function mustFindAbierta(work: Work, id: string): Promise<Entry> {
  const found = await findEntry(work.tx, id)
  if (!found) throw new Problem('competidor.missing')
  await checkAbierta(work.tx, found.entry.categoriaId)
  return found
}
