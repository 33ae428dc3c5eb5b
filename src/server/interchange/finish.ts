import { VISITANTE } from '#domain/role.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { readGaleria, readImagenes, removeImagen, saveImagen } from '../portada/store.ts'
import { transact, type Work } from '../work.ts'
import { CARRUSEL } from './read-files.ts'
import { discard, forgottenLotes, readPlan, unstage, type Plan } from './staging.ts'
import * as store from './store.ts'

/**
 * Finishes what imports have left to do: their rows are in, their files not yet under their names. Safe to call at any
 * time and from several processes; for every start, and before every import.
 */
export async function finishPendingFiles(deps: Deps): Promise<void> {
  const pending = await deps.db.read(store.listPendientes)
  for (const lote of pending) await finishLote(deps, lote)
  for (const lote of await forgottenLotes(deps, pending)) await discard(deps, lote)
}

/** Can be stopped anywhere and begun again: only when everything is in its place is the batch forgotten. */
export async function finishLote(deps: Deps, lote: string): Promise<void> {
  const plan = await readPlan(deps, lote)
  if (!plan) return
  const named = await deps.db.read(store.readNamedFiles)
  for (const path of plan.quitar) if (!named.has(path)) await deps.files.remove(path)
  await unstage(deps, lote)
  const images = (await deps.files.list(CARRUSEL.slice(0, -1))).map((path) => path.slice(CARRUSEL.length))
  await transact(deps, { actor: VISITANTE }, async (work) => {
    if (await store.deletePendiente(work.tx, lote)) await orderImages(work, plan, images)
  })
  await discard(deps, lote)
}

/** The home page's images in the order of the tree. Those that it does not order come in by name, as dropped in by hand. */
async function orderImages(work: Work, plan: Plan, images: readonly string[]): Promise<void> {
  const ordered = plan.carrusel.filter((name) => images.includes(name))
  if (!plan.vacia && ordered.length === 0) return
  const stays = plan.vacia ? await clearGaleria(work.tx) : await readGaleria(work.tx)
  const comes = ordered.filter((name) => !stays.some(({ id }) => id === name))
  for (const [index, id] of comes.entries()) await saveImagen(work.tx, { id, orden: stays.length + index + 1 })
  work.changed({ kind: 'evento', after: { imagenes: images } })
}

async function clearGaleria(tx: Tx): Promise<[]> {
  for (const { id } of await readImagenes(tx)) await removeImagen(tx, id)
  return []
}
