import { randomInt } from 'node:crypto'
import { slugOf } from '#domain/categoria.ts'
import { mayPlayMusica } from '#domain/inscripcion.ts'
import { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/actor.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../work.ts'
import * as store from './store.ts'

/** The stored tracks. The sweep removes copies that no entry names, and files that a failed deletion left. */
export const MUSICA_SWEPT_FOLDER = { folder: 'musica', graceMs: 24 * 60 * 60_000, named: store.listTracks } as const

/** A track that was copied to its final name before the entry names it. */
export interface Pista {
  /** The path of the source. The copy is of no use when the entry has another track by then. */
  readonly from: string
  readonly path: string
  readonly duracion: number | null
}

/** Copies a track to a new name. Returns null when the source does not exist. Throws `envio.tooMuch`. */
export async function copyTrack(
  deps: Deps,
  actor: Actor,
  source: Omit<Pista, 'path'>,
  names: { readonly categoria: string; readonly nombre: string },
): Promise<Pista | null> {
  deps.budget.check(actor)
  const path = newPath(names, deps.now())
  const bytes = (await deps.files.size(source.from)) ?? 0
  if (!(await deps.files.copy(source.from, path))) return null
  deps.budget.spend(actor, bytes)
  return { ...source, path }
}

/** Most characters of each part of a file name. */
const PART_MAX = 80
/** Increases with each track. Starts at random, so that two instances rarely use the same number in one millisecond. */
let sequence = randomInt(1_000)

/** `musica/{category}_{name}_{timestamp}.mp3`. Three more digits keep apart two names of the same millisecond. */
function newPath({ categoria, nombre }: { readonly categoria: string; readonly nombre: string }, now: number): string {
  const part = (text: string) => slugOf(text).slice(0, PART_MAX)
  sequence = (sequence + 1) % 1_000
  const stamp = `${now}${String(sequence).padStart(3, '0')}`
  return `musica/${part(categoria)}_${part(nombre)}_${stamp}.mp3`
}

/** Removes a track after the commit, unless another entry has the same file. */
export async function removeTrack(work: Work, path: string | null): Promise<void> {
  if (!path || (await store.listCompetidoresOfTrack(work.tx, path)).length > 0) return
  await store.forgetDuracion(work.tx, path)
  work.afterCommit(() => work.deps.files.remove(path))
}

/** Returns the path of an entry's track. Throws `archivo.missing` also when the actor may not hear it. */
export async function trackOf(deps: Deps, actor: Actor, competidorId: string): Promise<string> {
  const entry = await deps.db.read((tx) => store.findTrack(tx, competidorId))
  if (!entry?.musicaPath || !mayPlayMusica(actor, entry)) throw new Problem('archivo.missing')
  return entry.musicaPath
}
