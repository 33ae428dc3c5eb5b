import type * as contract from '#contract/competidores.ts'
import type { Input, Output } from '#contract/define.ts'
import { applyMove } from '#domain/apply-move.ts'
import { placeLast } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { checkAbierta } from '../calificaciones/entrada.ts'
import { refreshTurno } from '../horario/turno.ts'
import type { Work } from '../work.ts'
import { findEntry, removeEntry, saveOrdenes, type Entry } from './entry.ts'
import * as store from './store.ts'

/** Moves an entry past a neighbour of its category. */
export async function moveCompetidor(
  work: Work,
  input: Input<typeof contract.moveCompetidor>,
): Promise<Output<typeof contract.moveCompetidor>> {
  const { entry, dia } = await mustFindAbierta(work, input.id)
  if (entry.orden === null) throw new Problem('competidor.unplaced')
  await saveOrdenes(work, dia, applyMove(await store.listByCategoria(work.tx, entry.categoriaId), input))
  await refreshTurno(work, dia)
  return {}
}

/** Gives an entry without order the last place of its category. */
export async function placeCompetidor(
  work: Work,
  { id }: Input<typeof contract.placeCompetidor>,
): Promise<Output<typeof contract.placeCompetidor>> {
  const { entry, dia } = await mustFindAbierta(work, id)
  if (entry.orden !== null) throw new Problem('competidor.placed')
  await saveOrdenes(work, dia, placeLast(await store.listByCategoria(work.tx, entry.categoriaId), id))
  await refreshTurno(work, dia)
  return {}
}

/** Deletes an entry with its marks and its music, and renumbers its category. */
export async function deleteCompetidor(
  work: Work,
  { id }: Input<typeof contract.deleteCompetidor>,
): Promise<Output<typeof contract.deleteCompetidor>> {
  await removeEntry(work, await mustFindAbierta(work, id))
  return {}
}

/** Returns an entry. Throws when it does not exist or its category is closed. */
async function mustFindAbierta(work: Work, id: string): Promise<Entry> {
  const found = await findEntry(work.tx, id)
  if (!found) throw new Problem('competidor.missing')
  await checkAbierta(work.tx, found.entry.categoriaId)
  return found
}
