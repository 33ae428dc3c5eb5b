import { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/actor.ts'
import { find as findCategoria } from '../categorias/store.ts'
import { findEntry } from '../competidores/entry.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { listPartes, removeSubidas } from '../musica/store.ts'
import { findReady } from '../musica/subidas.ts'
import { storeTrack, type NewTrack, type Pista } from '../musica/tracks.ts'
import type { Work } from '../work.ts'

/** The values that an entry will have, as far as they name its track. */
interface Destino {
  readonly id?: string
  readonly nombre?: string | undefined
  readonly categoriaId?: string | undefined
  readonly subida?: string | undefined
}

/** The transaction, the actor and the time that the rules are checked with. */
export type RulesContext = Pick<Work, 'tx' | 'actor' | 'now'>

/**
 * Stores the track that an entry will have. Returns null when the form has no new track. Returns null too when `mustBeAllowed`
 * throws a `Problem`: the command then refuses the request itself, and a repeated request gets its first answer. Throws
 * `envio.tooMuch`.
 */
export async function storePista<D extends Destino>(
  deps: Deps,
  actor: Actor,
  destino: D,
  mustBeAllowed: (asking: RulesContext, destino: D) => Promise<unknown>,
): Promise<Pista | null> {
  const track = await deps.db.read(async (tx) => {
    const subida = destino.subida === undefined ? undefined : await findReady(tx, actor, destino.subida)
    if (!subida || !(await isAllowed(mustBeAllowed({ tx, actor, now: deps.now }, destino)))) return null
    return { duracion: subida.duracion, partes: await listPartes(tx, subida.id), ...(await namesOf(tx, destino)) }
  })
  return track && storeTrack(deps, actor, track)
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

/** The category and the name that the entry will have. */
async function namesOf(tx: Tx, destino: Destino): Promise<Pick<NewTrack, 'categoria' | 'nombre'>> {
  const entry = destino.id === undefined ? undefined : (await findEntry(tx, destino.id))?.entry
  const categoria = await findCategoria(tx, destino.categoriaId ?? entry?.categoriaId ?? '')
  return { categoria: categoria?.nombre ?? '', nombre: destino.nombre ?? entry?.nombre ?? '' }
}

/** Uses a finished upload up and returns its stored track. Throws `subida.missing`, `inscripcion.changed`. */
export async function takeSubida(work: Work, id: string, pista: Pista | null): Promise<Pista> {
  if (!(await findReady(work.tx, work.actor, id))) throw new Problem('subida.missing')
  // The rules refused the entry before the transaction began, and allow it now.
  if (!pista) throw new Problem('inscripcion.changed')
  await removeSubidas(work.tx, [id])
  return pista
}
