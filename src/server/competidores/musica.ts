import type { Deps } from '../deps.ts'
import type { Work } from '../work.ts'
import { isMusicaNamed } from './store.ts'

/** Removes a track once the transaction holds, unless another entry names the same file: it goes with the last of them. */
export async function removeMusica(deps: Deps, work: Work, path: string | null): Promise<void> {
  if (!path || (await isMusicaNamed(work.tx, path))) return
  work.afterCommit(() => deps.files.remove(path))
}
