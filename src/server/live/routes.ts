import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  AUDIENCE_HEADER,
  COMO_VISITANTE,
  SERVER_TIME_HEADER,
  openStream,
  readSnapshot,
  stateOf,
  type Hola,
} from '#contract/live.ts'
import { keyOfActor, VISITANTE, type Actor } from '#domain/actor.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import type { Deps } from '../deps.ts'
import { encodingFor, isKnown } from '../http/representation.ts'
import { serveRaw, credentialOf, hstsOf } from '../http/route.ts'
import type { Hub } from './hub.ts'
import type { Head } from '../db/change-log.ts'
import type { Snapshots } from './snapshot.ts'
import { messageText, type Streams } from './stream.ts'
import type { Board } from './open-views.ts'
import { PUBLICO_MAX_AGE_S, publicKeys, publicRuta, readPublico } from '#contract/publico.ts'
import { viewKey } from '#contract/view.ts'
import { detalle, resultados } from '#contract/views/calificaciones.ts'
import { detalleEnRuta, type Ruta } from '#contract/views/ruta.ts'
import { Problem } from '#domain/problem.ts'

export interface Live {
  readonly hub: Hub
  readonly streams: Streams
  readonly snapshots: Snapshots
}

/**
 * Serves the snapshot (all parts of some views) and the stream (what changes afterwards). Both write the raw response
 * instead of going through the framework, because a whole audience may ask at the same moment.
 */
export function liveRoutes(app: FastifyInstance, deps: Deps, live: Live, build?: string): void {
  // `hijack` skips the headers that the framework would add.
  const headers = { ...HEADERS, ...hstsOf(deps.env) }
  serveRaw<LiveQuery>(app, deps, readSnapshot, {
    handler: async (request, reply) => {
      const actor = await actorOf(deps, request)
      const opened = await live.hub.open(viewsIn(request), actor)
      const encoding = encodingFor(request.headers['accept-encoding'])
      const { headers: own, body } = await live.snapshots.get(opened, live.hub.head, encoding)
      reply.hijack()
      const clock = { [SERVER_TIME_HEADER]: String(deps.now()), [AUDIENCE_HEADER]: audienceOf(actor) }
      if (request.headers['if-none-match'] === own.etag)
        return void reply.raw.writeHead(304, { ...headers, etag: own.etag, ...clock }).end()
      reply.raw.writeHead(200, { ...headers, ...own, ...clock }).end(body)
    },
  })

  // No HEAD route: it would hold the connection open and write a body that HEAD must not have.
  serveRaw<LiveQuery>(app, deps, openStream, {
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { flushes } = live.streams
      const actor = await actorOf(deps, request)
      const audiencia = audienceOf(actor)
      const open = () => live.hub.open(viewsIn(request), actor)
      let { boards, failing } = await open()
      if (sinceOf(request, live.hub.head, audiencia).newest > live.hub.head.revision) {
        // The client has a change that this instance has not read yet, or that the database has lost.
        await live.hub.settled()
        ;({ boards, failing } = await open())
      }
      // No `await` from here on: the boards are at this revision until the next flush.
      const { head } = live.hub
      const since = sinceOf(request, head, audiencia)
      reply.hijack()
      reply.raw.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        // The end of a stream closes its connection: a client must not send another request on it.
        connection: 'close',
        'x-accel-buffering': 'no',
      })
      const hola: Hola = {
        ...head,
        audiencia,
        ahora: deps.now(),
        ...(build !== undefined && { build }),
        ...(failing.length > 0 && { fallidas: failing }),
      }
      // The first write goes through the response, which adds the head. Later writes go to the socket.
      const id = `${stateOf(head.epoch, audiencia)}.${head.revision}`
      reply.raw.write(`event: hola\nid: ${id}\ndata: ${JSON.stringify(hola)}\n\n${catchUp(head, boards, since)}`)
      live.streams.add(reply.raw, boards, actor, flushes)
    },
  })
}

const HEADERS = {
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Authorization, Accept-Encoding',
  'x-content-type-options': 'nosniff',
}

async function actorOf(deps: Deps, request: FastifyRequest<LiveQuery>): Promise<Actor> {
  const isPantalla = request.query[COMO_VISITANTE] === '1'
  const credential = isPantalla ? undefined : credentialOf(deps.env, request.headers)
  return credential === undefined ? VISITANTE : deps.actorOf(credential)
}

/** A parameter may stand in the address several times. */
interface LiveQuery {
  Querystring: {
    readonly views?: string | string[]
    readonly since?: string | string[]
    readonly [COMO_VISITANTE]?: string | string[]
  }
}

function viewsIn({ query }: FastifyRequest<LiveQuery>): string[] {
  return [...new Set(String(query.views ?? '').split(','))].filter((key) => key !== '').toSorted()
}

/** Names the audience of a person: what one receives is not for another. */
function audienceOf(actor: Actor): string {
  return actor.role === 'visitante' ? actor.role : hash('sha256', keyOfActor(actor), 'base64url').slice(0, 16)
}

/** The state that the client has. */
interface Since {
  readonly newest: number
  /** The revision of a view; -1: the client has nothing of it. */
  readonly of: (viewKey: string) => number
}

const NOTHING: Since = { newest: -1, of: () => -1 }

/** Reads `since`: one revision for all views, or one for each in the order of `views`. Of another epoch or audience: nothing. */
function sinceOf({ headers, query }: FastifyRequest<LiveQuery>, { epoch }: Head, audiencia: string): Since {
  const [state, ...texts] = String(headers['last-event-id'] ?? query.since ?? '').split('.')
  const isKnown = state === stateOf(epoch, audiencia) && texts.every((text) => /^\d{1,15}$/.test(text))
  const revisions = texts.map(Number)
  const [first] = revisions
  const views = String(query.views ?? '').split(',')
  if (!isKnown || first === undefined || (texts.length > 1 && texts.length !== views.length)) return NOTHING
  const byView = new Map(views.map((key, index) => [key, revisions[index] ?? first]))
  return { newest: Math.max(...revisions), of: (viewKey) => byView.get(viewKey) ?? -1 }
}

/** The parts newer than the client's state. A client that is ahead of the log gets all: the database has lost commits. */
function catchUp(head: Head, boards: readonly Board[], since: Since): string {
  const views = boards.flatMap((board) => {
    const revision = since.of(board.viewKey)
    const frame = board.newerThan(revision > head.revision ? -1 : revision)
    return frame === null ? [] : [`${JSON.stringify(board.viewKey)}:${frame}`]
  })
  return views.length > 0 ? messageText(head, views) : ''
}

/**
 * Serves what a visitor sees, to everyone: neither the cookie nor the token of a request is read. The bytes are those of a
 * visitor's snapshot, made and compressed once. A cache may keep them for `PUBLICO_MAX_AGE_S` and must ask again afterwards.
 */
export function publicoRoutes(app: FastifyInstance, deps: Deps, live: Live): void {
  const common = { ...hstsOf(deps.env), vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' }
  const fresh = { ...common, 'cache-control': `public, max-age=${PUBLICO_MAX_AGE_S}, must-revalidate` }
  // Without a view that fails now, for once.
  const failed = { ...common, 'cache-control': 'no-store' }
  serveRaw<{ Params: { vista: string }; Querystring: Record<string, string | string[]> }>(app, deps, readPublico, {
    handler: async (request, reply) => {
      // The key of a view, written as one segment, is an address too.
      const [vista = '', search] = request.params.vista.split('?', 2)
      const query = Object.entries(request.query).map(([name, value]) => [name, String(value)] as const)
      const params = Object.fromEntries([...new URLSearchParams(search), ...query])
      const ruta = publicRuta(vista, params)
      const keys = ruta ? await keysAt(live.hub, ruta) : publicKeys(vista, params)
      if (!keys) throw new Problem('route.unknown')
      const opened = await live.hub.open([...keys].toSorted(), VISITANTE)
      const encoding = encodingFor(request.headers['accept-encoding'])
      const { headers: own, body } = await live.snapshots.get(opened, live.hub.head, encoding)
      const headers = opened.failing.length > 0 ? failed : fresh
      reply.hijack()
      if (isKnown(request.headers['if-none-match'], own.etag))
        return void reply.raw.writeHead(304, { ...headers, etag: own.etag }).end()
      reply.raw.writeHead(200, { ...headers, ...own }).end(body)
    },
  })
}

/** The key of the detail at an address by names, found in the results that a visitor sees. */
async function keysAt(hub: Hub, ruta: Ruta): Promise<readonly string[] | undefined> {
  const find = async (dias: readonly Dia[]) => {
    const { boards } = await hub.open(dias.map((dia) => viewKey(resultados, { dia })).toSorted(), VISITANTE)
    const days = boards.map((board) => resultados.assemble(new Map(Object.entries(JSON.parse(board.all())))))
    return detalleEnRuta(
      days.flatMap((day) => day ?? []),
      ruta,
    )
  }
  const params = (await find([ruta.dia])) ?? (await find(DIAS))
  return params && [viewKey(detalle, params)]
}
