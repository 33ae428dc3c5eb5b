import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CLOCK_HEADER, SNAPSHOT_PATH, STREAM_PATH, type Hola } from '#contract/live.ts'
import { VISITANTE, type Actor } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import { tokenOf } from '../http/session.ts'
import type { Board } from './board.ts'
import type { Hub } from './hub.ts'
import type { Head } from '../db/change-log.ts'
import { encodingFor, type Snapshots } from './snapshot.ts'
import { messageText, type Streams } from './stream.ts'

export interface Live {
  readonly hub: Hub
  readonly streams: Streams
  readonly snapshots: Snapshots
}

/**
 * The two ways out of the live core: everything at once, and what comes after. Both take the response over from the
 * framework and write it raw, since they are what a whole audience asks for at the same moment.
 */
export function liveRoutes(app: FastifyInstance, deps: Deps, live: Live): void {
  app.get(SNAPSHOT_PATH, async (request, reply) => {
    const actor = await actorOf(deps, request)
    const { head, boards } = await live.hub.boards(viewsOf(request), actor)
    const found = live.snapshots.get(head, boards)
    const { etag, encodings } = found instanceof Promise ? await found : found
    reply.hijack()
    const known = request.headers['if-none-match'] === etag
    const encoding = encodingFor(request.headers['accept-encoding'])
    const body = encodings[encoding]
    const headers = { ...HEADERS, etag, [CLOCK_HEADER]: deps.now().getTime() }
    if (known) return void reply.raw.writeHead(304, headers).end()
    const entity = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
    reply.raw
      .writeHead(200, { ...headers, ...entity, ...(encoding !== 'identity' && { 'content-encoding': encoding }) })
      .end(body)
  })

  // Without its twin for HEAD: that would hold a connection open and write a body that may not be there.
  app.get(STREAM_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const actor = await actorOf(deps, request)
    const { head, boards } = await live.hub.boards(viewsOf(request), actor)
    reply.hijack()
    reply.raw.writeHead(200, {
      ...HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    const hola: Hola = { ...head, ahora: deps.now().getTime() }
    // The first write goes through the response, which says its head with it; everything after goes beside it.
    reply.raw.write(`event: hola\ndata: ${JSON.stringify(hola)}\n\n${catchUp(head, boards, sinceOf(request, head))}`)
    live.streams.add(reply.raw, boards, actor)
  })
}

const HEADERS = {
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Accept-Encoding',
  'x-content-type-options': 'nosniff',
}

async function actorOf(deps: Deps, request: FastifyRequest): Promise<Actor> {
  const token = tokenOf(deps.env, request.headers.cookie)
  return token === undefined ? VISITANTE : deps.actorOf(token)
}

function viewsOf(request: FastifyRequest): string[] {
  const { query } = request
  const views = typeof query === 'object' && query !== null && 'views' in query ? query.views : ''
  return [...new Set(String(views).split(','))].filter((key) => key !== '').toSorted()
}

/** The revision that a browser has; -1, older than anything, when it has none or one of another epoch. */
function sinceOf(request: FastifyRequest, head: Head): number {
  const { query } = request
  const asked = typeof query === 'object' && query !== null && 'since' in query ? String(query.since) : ''
  const [epoch, revision] = (request.headers['last-event-id']?.toString() ?? asked).split('.', 2)
  return epoch === head.epoch && /^\d{1,15}$/.test(revision ?? '') ? Number(revision) : -1
}

function catchUp(head: Head, boards: readonly Board[], since: number): string {
  const views = boards.flatMap((board) => {
    const frame = board.newerThan(since)
    return frame === null ? [] : [`${JSON.stringify(board.viewKey)}:${frame}`]
  })
  return views.length > 0 ? messageText(head, views) : ''
}
