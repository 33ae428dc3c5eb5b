import { randomInt } from 'node:crypto'
import { slugOf } from '#domain/categoria.ts'
import { mayPlayMusica } from '#domain/inscripcion.ts'
import { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/actor.ts'
import type { SubidaParteTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { joinFiles } from '../files/content.ts'
import { MUSICA, pathOfParte } from '../files/store.ts'
import { offsetOf } from './subidas.ts'
import type { FastifyInstance } from 'fastify'
import { readMusica } from '#contract/competidores.ts'
import { sendFile } from '../http/files.ts'
import { serveRaw } from '../http/route.ts'
import { tusRoutes } from './tus.ts'

/** A track that is stored under its final name before an entry names it. */
export interface Pista {
  readonly path: string
  readonly duracion: number | null
}

/** A finished upload, and the names that the track is stored under. */
export interface NewTrack {
  readonly duracion: number | null
  readonly partes: readonly SubidaParteTable[]
  readonly categoria: string
  readonly nombre: string
}

/**
 * Stores the pieces of an upload as one track. Returns null when a piece is gone. Throws `envio.tooMuch`. Until an entry names
 * the track, it is an orphan.
 */
export async function storeTrack(deps: Deps, actor: Actor, track: NewTrack): Promise<Pista | null> {
  deps.budget.check(actor)
  deps.budget.spend(actor, offsetOf(track.partes))
  const path = newPath(track, deps.now())
  return (await joinFiles(deps.files, track.partes.map(pathOfParte), path)) ? { path, duracion: track.duracion } : null
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
