import type * as contract from '#contract/competidores.ts'
import { lugarOf, type Lugar } from '#domain/lista.ts'
import { putBefore } from '#domain/move.ts'
import { placeLast } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { checkAbierta } from '../calificaciones/entrada.ts'
import { changeListas } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import { findEntry, removeEntry, type Entry } from './entry.ts'
import * as store from './store.ts'

/** Puts an entry before another one of its category, or last. */
export const moveCompetidor: Run<typeof contract.moveCompetidor> = async (work, { id, antesDe, acepta = [] }) => {
  const { entry, dia } = await mustFindAbierta(work, id)
  if (entry.orden === null) throw new Problem('competidor.unplaced')
  const ordenes = putBefore(await store.listByCategoria(work.tx, entry), id, antesDe)
  await changeListas(work, [dia], { acepta }, () => store.saveOrdenes(work.tx, ordenes))
  return changeLugar(work, { entry, dia })
}

/** Records the new place of an entry in its category, and returns it. */
async function changeLugar(work: Work, { entry, dia }: Entry): Promise<Lugar> {
  const { id: competidorId, categoriaId, orden } = entry
  const lugar = lugarOf(await store.listByCategoria(work.tx, entry), competidorId)
  const after = { orden: lugar.lugar }
  work.changed({ kind: 'competidor', dia, categoriaId, competidorId, before: { orden }, after })
  return lugar
}

/** Gives an entry without order the last place of its category. */
export const placeCompetidor: Run<typeof contract.placeCompetidor> = async (work, { id, acepta = [] }) => {
  const { entry, dia } = await mustFindAbierta(work, id)
  if (entry.orden !== null) throw new Problem('competidor.placed')
  const ordenes = placeLast(await store.listByCategoria(work.tx, entry), id)
  await changeListas(work, [dia], { acepta }, () => store.saveOrdenes(work.tx, ordenes))
  await changeLugar(work, { entry, dia })
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
