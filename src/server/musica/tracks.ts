import { randomInt } from 'node:crypto'
import { slugOf } from '#domain/categoria.ts'
import { mayPlayMusica } from '#domain/inscripcion.ts'
import { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/actor.ts'
import type { Deps } from '../deps.ts'
import { joinFiles } from '../files/content.ts'
import { MUSICA } from '../files/store.ts'
import type { FastifyInstance } from 'fastify'
import { readMusica } from '#contract/competidores.ts'
import { sendFile } from '../http/files.ts'
import { serveRaw } from '../http/route.ts'
import { tusRoutes } from './tus.ts'

/** Where a track comes from: the id of an upload, or the path of a stored track. */
export interface TrackSource {
  readonly de: string
  /** In seconds. Null: it cannot be measured. Undefined: it is not measured yet. */
  readonly duracion: number | null | undefined
}

/** A track that is stored under its final name before an entry names it. */
export interface Pista extends TrackSource {
  readonly path: string
}

/** The stored files that become one track, and the names that it is stored under. */
export interface NewTrack extends TrackSource {
  readonly files: readonly string[]
  readonly categoria: string
  readonly nombre: string
}

/**
 * Stores a track: joins the pieces of an upload, or gives a stored track a second name. Returns null when a piece is gone, and
 * the present path of a stored track whose file is gone. Throws `envio.tooMuch`. Until an entry names the track, it is an
 * orphan.
 */
export async function storeTrack(deps: Deps, actor: Actor, track: NewTrack): Promise<Pista | null> {
  const { de, duracion, files } = track
  deps.budget.check(actor)
  const path = newPath(track, deps.now())
  const isCopy = files.includes(de)
  if (isCopy && (await deps.files.link(de, path))) return { de, duracion, path }
  if (!(await joinFiles(deps.files, files, path))) return isCopy ? { de, duracion, path: de } : null
  deps.budget.spend(actor, (await deps.files.look(path))?.size ?? 0)
  return { de, duracion, path }
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
  return `${MUSICA}/${part(categoria)}_${part(nombre)}_${stamp}.mp3`
}

/** Returns the path of an entry's track. Throws `archivo.missing` also when the actor may not hear it. */
async function trackOf(deps: Deps, actor: Actor, competidorId: string): Promise<string> {
  const entry = await deps.db.read((tx) => {
    const tracks = tx.selectFrom('competidores').select(['usuarioId', 'musicaPath'])
    return tracks.where('id', '=', competidorId).executeTakeFirst()
  })
  if (!entry?.musicaPath || !mayPlayMusica(actor, entry)) throw new Problem('archivo.missing')
  return entry.musicaPath
}

export function musicaRoutes(app: FastifyInstance, deps: Deps): void {
  serveRaw<{ Params: { id: string } }>(app, deps, readMusica, {
    handler: async (request, reply) => {
      const path = await trackOf(deps, request.actor, request.params.id)
      return sendFile(request, reply, deps.files, { path, cache: 'private, no-cache' })
    },
  })
  tusRoutes(app, deps)
}
