import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SERVER_TIME_HEADER, openStream, readSnapshot, type Hola } from '#contract/live.ts'
import { VISITANTE, type Actor } from '#domain/actor.ts'
import type { Deps } from '../deps.ts'
import { encodingFor } from '../http/representation.ts'
import { serveRaw } from '../http/route.ts'
import { credentialOf, hstsOf } from '../http/session.ts'
import type { Hub } from './hub.ts'
import type { Head } from '../db/change-log.ts'
import { VisitorSnapshots, type SnapshotBytes, type Snapshots } from './snapshot.ts'
import { messageText, type Streams } from './stream.ts'
import type { Topic } from './board.ts'

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
  // node:http writes a flat list fastest.
  const plainHeaders = Object.entries(headers).flat()
  const visitors = new VisitorSnapshots()
  const findSnapshot = async (query: string, actor: Actor): Promise<SnapshotBytes> => {
    const { head, topics, failing } = await live.hub.topics(viewsIn(query), actor)
    const bytes = await live.snapshots.get(head, topics, failing)
    if (actor === VISITANTE && failing.length === 0) visitors.set(head, query, { topics, bytes })
    return bytes
  }
  serveRaw(app, deps, readSnapshot, {
    handler: async (request, reply) => {
      const credential = credentialOf(deps.env, request.headers)
      const query = queryOf(request)
      // No `await` on a value that is already there: the promises would cost a third of the request.
      const known = credential === undefined ? visitors.get(live.hub.head, query) : undefined
      const { etag, encodings } =
        known ?? (await findSnapshot(query, credential === undefined ? VISITANTE : await deps.actorOf(credential)))
      reply.hijack()
      const clock = [SERVER_TIME_HEADER, String(deps.now())]
      if (request.headers['if-none-match'] === etag)
        return void reply.raw.writeHead(304, [...plainHeaders, 'etag', etag, ...clock]).end()
      const { headers: own, body } = encodings[encodingFor(request.headers['accept-encoding'])]
      reply.raw.writeHead(200, [...plainHeaders, ...own, ...clock]).end(body)
    },
  })

  // No HEAD route: it would hold the connection open and write a body that HEAD must not have.
  serveRaw(app, deps, openStream, {
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { flushes } = live.streams
      const actor = await actorOf(deps, request)
      // No `await` when the topics are open: a flush in between could close a topic that no stream carries yet.
      const ask = () => live.hub.topics(viewsIn(queryOf(request)), actor)
      let asked = ask()
      if (asked instanceof Promise) asked = await asked
      const { newest } = sinceOf(request, asked.head)
      if (newest > asked.head.revision) {
        // The client has a change from another instance that this one has not read yet.
        await live.hub.reached(newest)
        asked = ask()
        if (asked instanceof Promise) asked = await asked
      }
      const { head, topics, failing } = asked
      reply.hijack()
      reply.raw.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      })
      const hola: Hola = {
        ...head,
        ahora: deps.now(),
        ...(build !== undefined && { build }),
        ...(failing.length > 0 && { fallidas: failing }),
      }
      // The first write goes through the response, which adds the head. Later writes go to the socket.
      const since = sinceOf(request, head)
      reply.raw.write(`event: hola\ndata: ${JSON.stringify(hola)}\n\n${catchUp(head, topics, since.oldest)}`)
      const ahead = since.newest > head.revision ? since.newest : 0
      live.streams.add(reply.raw, topics, actor, { flushes, ahead })
    },
  })
}

const HEADERS = {
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Authorization, Accept-Encoding',
  'x-content-type-options': 'nosniff',
}

async function actorOf(deps: Deps, request: FastifyRequest): Promise<Actor> {
  const credential = credentialOf(deps.env, request.headers)
  return credential === undefined ? VISITANTE : deps.actorOf(credential)
}

function queryOf({ query }: FastifyRequest): string {
  return typeof query === 'object' && query !== null && 'views' in query ? String(query.views) : ''
}

function viewsIn(query: string): string[] {
  return [...new Set(query.split(','))].filter((key) => key !== '').toSorted()
}

/** The revisions of the views that the browser has. */
interface Since {
  readonly oldest: number
  readonly newest: number
}

/** Of a browser without views, or with views of another epoch. */
const NOTHING: Since = { oldest: -1, newest: -1 }

function sinceOf(request: FastifyRequest, head: Head): Since {
  const { query } = request
  const asked = typeof query === 'object' && query !== null && 'since' in query ? String(query.since) : ''
  const [epoch, oldest = '', newest = oldest] = (request.headers['last-event-id']?.toString() ?? asked).split('.', 3)
  const isKnown = epoch === head.epoch && [oldest, newest].every((revision) => /^\d{1,15}$/.test(revision))
  return isKnown ? { oldest: Number(oldest), newest: Number(newest) } : NOTHING
}

function catchUp(head: Head, topics: readonly Topic[], since: number): string {
  const views = topics.flatMap((topic) => {
    const frame = topic.newerThan(since)
    return frame === null ? [] : [`${JSON.stringify(topic.viewKey)}:${frame}`]
  })
  return views.length > 0 ? messageText(head, views) : ''
}
