import { mayHear } from '#domain/inscripcion.ts'
import { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../work.ts'
import { find, forgetDuracion, isMusicaNamed } from './store.ts'

/** Removes a track once the transaction holds, unless another entry names the same file: it goes with the last of them. */
export async function removeMusica(work: Work, path: string | null): Promise<void> {
  if (!path || (await isMusicaNamed(work.tx, path))) return
  await forgetDuracion(work.tx, path)
  work.afterCommit(() => work.deps.files.remove(path))
}

/** The path of an entry's track, for who may hear it. To anybody else it is not there: not even whether it exists is told. */
export async function musicaFor(deps: Deps, actor: Actor, id: string): Promise<string> {
  const entry = await deps.db.read((tx) => find(tx, id))
  if (!entry?.musicaPath || !mayHear(actor, entry)) throw new Problem('archivo.missing')
  return entry.musicaPath
}
