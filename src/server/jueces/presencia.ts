import type { Output } from '#contract/define.ts'
import type * as contract from '#contract/presencia.ts'
import type { Presencia } from '#domain/presencia.ts'
import type { Deps } from '../deps.ts'
import * as store from './store.ts'

/** Returns the last heartbeat of each judge, with the time of the answer. */
export async function readPresencias(deps: Deps): Promise<Output<typeof contract.readPresencias>> {
  const presencias = await deps.db.read(store.readPresencias)
  return { ahora: deps.now(), presencias }
}

/** Saves a heartbeat outside `transact`: it changes nothing that a view shows, and each page sends one every few seconds. */
export async function savePresencia(deps: Deps, heartbeat: Presencia): Promise<void> {
  await deps.db.write((tx) => store.savePresencia(tx, heartbeat))
}
