import { mayManage } from '#domain/inscripcion.ts'
import { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/actor.ts'
import { find as findCategoria } from '../categorias/store.ts'
import { find as findCompetidor } from '../competidores/store.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { readDuraciones } from '../musica/store.ts'
import { findReady, stagedPath, consumeSubida } from '../musica/subidas.ts'
import { copyTrack, type Pista } from '../musica/tracks.ts'
import type { Work } from '../work.ts'

/** The values that an entry will have, as far as they name its track. */
interface Destino {
  readonly id?: string
  readonly nombre?: string | undefined
  readonly categoriaId?: string | undefined
  readonly subida?: string | undefined
}

interface Plan {
  readonly source: Omit<Pista, 'path'>
  readonly categoria: string
  readonly nombre: string
}

/** The transaction, the actor and the time that the rules are checked with. */
export type RulesContext = Pick<Work, 'tx' | 'actor' | 'now'>

/** Throws a `Problem` when the rules refuse the entry. */
type MustBeAllowed<D> = (asking: RulesContext, destino: D) => Promise<unknown>

/** Returns the copy that an entry needs; null when it needs none, or when the rules refuse the entry. */
export async function planCopy<D extends Destino>(
  deps: Deps,
  actor: Actor,
  destino: D,
  mustBeAllowed: MustBeAllowed<D>,
): Promise<Plan | null> {
  return deps.db.read(async (tx) => {
    if (!(await isAllowed(mustBeAllowed({ tx, actor, now: deps.now }, destino)))) return null
    const entry = await findOwn(tx, actor, destino.id)
    const categoriaId = destino.categoriaId ?? entry?.categoriaId
    const categoria = categoriaId === undefined ? undefined : await findCategoria(tx, categoriaId)
    const source = await sourceOf(tx, actor, destino, entry)
    const nombre = destino.nombre ?? entry?.nombre ?? ''
    return categoria && source ? { source, categoria: categoria.nombre ?? '', nombre } : null
  })
}

/**
 * Copies the track that an entry will have: a finished upload, or its own track when it moves to another category. Returns
 * null when there is nothing to copy. Returns null too when `mustBeAllowed` throws a `Problem`: the command then refuses the
 * request itself, and a repeated request gets its first answer. Throws `envio.tooMuch`.
 */
export async function copyPista<D extends Destino>(
  deps: Deps,
  actor: Actor,
  destino: D,
  mustBeAllowed: MustBeAllowed<D>,
): Promise<Pista | null> {
  const plan = await planCopy(deps, actor, destino, mustBeAllowed)
  return plan && copyTrack(deps, actor, plan.source, plan)
}

async function isAllowed(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

async function findOwn(tx: Tx, actor: Actor, id: string | undefined): Promise<CompetidoresTable | undefined> {
  const entry = id === undefined ? undefined : await findCompetidor(tx, id)
  return entry && mayManage(actor, entry) ? entry : undefined
}

async function sourceOf(
  tx: Tx,
  actor: Actor,
  { subida, categoriaId }: Destino,
  entry: CompetidoresTable | undefined,
): Promise<Omit<Pista, 'path'> | null> {
  if (subida !== undefined) {
    const row = await findReady(tx, actor, subida)
    return row ? { from: stagedPath(row.id), duracion: row.duracion } : null
  }
  if (!entry?.musicaPath || categoriaId === undefined || categoriaId === entry.categoriaId) return null
  return { from: entry.musicaPath, duracion: (await readDuraciones(tx, [entry])).get(entry.musicaPath) ?? null }
}

/** Takes the copy of a finished upload, and uses the upload up. Throws `subida.missing`, `inscripcion.changed`. */
export async function takeSubida(work: Work, id: string, pista: Pista | null): Promise<Pista> {
  if (!(await findReady(work.tx, work.actor, id))) throw new Problem('subida.missing')
  if (!pista || pista.from !== stagedPath(id)) throw new Problem('inscripcion.changed')
  await consumeSubida(work, id)
  return pista
}

/**
 * Takes the copy of an entry's own track. `from` is the track that moves with the entry; null when none does. Throws
 * `inscripcion.changed` when another track was copied.
 */
export function takeCopy(work: Work, pista: Pista | null, from: string | null): Pista | null {
  if (!pista || pista.from === from) return pista
  if (from !== null) throw new Problem('inscripcion.changed')
  // The entry is in that category already: another request moved it meanwhile.
  work.afterCommit(() => work.deps.files.remove(pista.path))
  return null
}

/** Removes the copy of a request that was refused. */
export async function discardPista(deps: Deps, pista: Pista | null): Promise<void> {
  if (pista) await deps.files.remove(pista.path)
}
