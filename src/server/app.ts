import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { Problem } from '#domain/problem.ts'
import { startChores } from './chores.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { WriteBudget } from './files/budget.ts'
import { hstsOf } from './http/route.ts'
import { operationsRoutes } from './operations.ts'
import { PersonQueues } from './queue.ts'
import { problemReply } from './http/problems.ts'
import { Hub } from './live/hub.ts'
import { publicoRoutes, liveRoutes, type Live } from './live/routes.ts'
import { Snapshots } from './live/snapshot.ts'
import { Streams } from './live/stream.ts'
import { openMail } from './acceso/mail.ts'
import { actorOf, RecentActors } from './acceso/sesiones.ts'
import { Paises } from './paises/paises.ts'
import { asEnsayo, buildOf, readPage, WEB_FOLDER } from './page/html.ts'
import { webRoutes } from './page/routes.ts'
import { chores, routes, views } from './registry.ts'
import type { World } from './world.ts'

const BODY_BYTES = 64 * 1024
/** Timeout of a whole body: ten megabytes at 140 kbit/s. */
const BODY_MS = 10 * 60_000
/** Timeout between two chunks of a body. */
const SILENCE_MS = 60_000

export interface App {
  readonly http: FastifyInstance
  readonly deps: Deps
  readonly live: Live
  /** Starts the chores and the compression of the page, in the background. Call it once. */
  readonly startChores: () => void
  /** A Spanish sentence for each configured service (the list of countries, the mail server) that is not available. */
  readonly notices: () => Promise<readonly string[]>
  /** Stops listening, ends the streams and waits for the requests and the chores. Call it once. */
  readonly close: () => Promise<void>
}

/** Limits that tests set lower, and the folder of the built web app. */
export interface AppOptions {
  readonly silenceMs?: number | undefined
  readonly mostBoards?: number | undefined
  readonly freshMs?: number | undefined
  readonly webFolder?: string | undefined
}

/** Builds the app: everything except listening on a port. */
export async function buildApp(world: World, options: AppOptions = {}): Promise<App> {
  const { silenceMs = SILENCE_MS, mostBoards, freshMs, webFolder = WEB_FOLDER } = options
  const { env, log } = world
  const streams = new Streams(world.now)
  const hub = new Hub({
    db: world.db,
    projections: views(env),
    failed: (error) => log.error({ err: error }, 'the live views could not be brought up to date; trying again'),
    viewFailed: (error, view) =>
      log.error({ err: error, view }, 'a live view failed; it is refused until its data are repaired'),
    stale: () => void streams.endAll(),
    mostBoards,
    freshMs,
  })
  const live: Live = { hub, streams, snapshots: new Snapshots() }
  const queues = new PersonQueues()
  const recent = new RecentActors(world)
  const deps: Deps = {
    ...world,
    budget: new WriteBudget(world.now),
    inTurn: (actor, run) => queues.run(actor, run),
    mail: await openMail(world),
    paises: new Paises(world),
    committed: (changes) => {
      recent.committed(changes)
      hub.wake({ isCommit: true })
    },
    actorOf: (credential) => actorOf(world, credential),
    recentActorOf: (credential) => recent.actorOf(credential),
  }
  // The commits of other instances and of command lines.
  hub.onFlush(async ({ changes, isReplaced }) => recent.committed(isReplaced ? null : changes))
  hub.onFlush((flush) => streams.flush(flush))
  const unwatch = world.db.watch((isCommit) => hub.wake({ isCommit }))

  const http = Fastify(optionsOf(deps))
  const stopping = new AbortController()
  const destroyUnused = watchConnections(http, env, silenceMs)
  answerProblems(http, deps, stopping.signal)
  const html = env.ensayo ? asEnsayo(readPage(webFolder)) : readPage(webFolder)
  routes(http, deps)
  liveRoutes(http, deps, live, buildOf(html))
  publicoRoutes(http, deps, live)
  operationsRoutes(http, deps, live)
  await webRoutes(http, live, { folder: webFolder, html })
  await http.ready()

  let stopChores = (): Promise<void> => Promise.resolve()
  return {
    http,
    deps,
    live,
    startChores: () => {
      if (stopping.signal.aborted) return
      stopChores = startChores(deps, chores())
      // Otherwise it begins with the crowd that comes back after a restart.
      http.inject('/').catch((error: unknown) => log.warn({ err: error }, 'the page could not be compressed'))
    },
    notices: async () => {
      await Promise.all([deps.paises.read(), deps.mail?.check()])
      return [...deps.paises.notices(), ...(deps.mail?.notices() ?? [])]
    },
    close: async () => {
      stopping.abort()
      const choresStopped = stopChores()
      // Stops listening first: a proxy repeats a refused connection at another instance, but passes `server.stopping` on.
      if (http.server.listening) http.server.close()
      await streams.close()
      // A connection that was busy at the start of the stop stays open for its next request until it is closed here.
      const closeIdle = setInterval(() => {
        http.server.closeIdleConnections()
        destroyUnused()
      }, 100)
      await http.close()
      await deps.mail?.close()
      clearInterval(closeIdle)
      hub.stop()
      await choresStopped
      await unwatch()
    },
  }
}

/**
 * Cuts silent requests. Returns a function that destroys the connections without a request: browsers open some in advance,
 * and `closeIdleConnections` leaves them open.
 */
function watchConnections({ server }: FastifyInstance, { tls }: Env, silenceMs: number): () => void {
  const unused = new Set<Socket>()
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.prependListener('request', (request: IncomingMessage) => {
    unused.delete(request.socket)
    cutSilent(request, silenceMs)
  })
  return () => {
    for (const socket of unused) socket.destroy()
  }
}

/** Answers each error with its problem, logs faults, and refuses the requests that begin while the server stops. */
function answerProblems(http: FastifyInstance, { env, log }: Deps, stopping: AbortSignal): void {
  const hsts = hstsOf(env)
  // With a callback: a promise per request costs more than this hook.
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.headers(hsts)
    if (stopping.aborted) return done(new Problem('server.stopping'))
    // No route contains NUL, and PostgreSQL rejects a parameter with NUL.
    done(request.raw.url?.includes('%00') ? new Problem('route.unknown') : undefined)
  })
  http.setErrorHandler((error, request, reply) => {
    const { status, body, headers, fault } = problemReply(error)
    if (fault) log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'a request failed')
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body)
  })
  http.setNotFoundHandler((_request, reply) => reply.code(404).send(problemReply(new Problem('route.unknown')).body))
}

function optionsOf({ env }: Deps): FastifyServerOptions {
  const common = {
    logger: false,
    bodyLimit: BODY_BYTES,
    // The `onRequest` hook answers with a problem.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 512 },
    requestTimeout: BODY_MS,
    // For an invalid URL, which reaches no route.
    frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
      const { status, body } = problemReply(new Problem('route.unknown'))
      return reply.code(status).header('cache-control', 'no-store').send(body)
    },
    // Without a public address there is no proxy.
    trustProxy: env.publicUrl ? [...env.trustedProxies] : false,
  } as const
  return env.tls ? ({ ...common, https: env.tls } as FastifyServerOptions) : common
}

/**
 * Destroys a request whose body stops arriving for `ms`, at the latest after twice that time. The time that the answer takes
 * is not counted. Does not set the timeout of the socket: Node closes idle connections with it.
 */
function cutSilent(request: IncomingMessage, ms: number): void {
  const { 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers
  if (Number(length) === 0 && encoding === undefined) return
  let heard: number | undefined = request.socket.bytesRead
  const watch = setInterval(() => {
    if (request.complete) return clearInterval(watch)
    // While the server does not read its buffer, the client cannot send.
    const isFull = request.readableLength >= request.readableHighWaterMark
    const { bytesRead } = request.socket
    if (!isFull && bytesRead === heard) request.destroy()
    heard = isFull ? undefined : bytesRead
  }, ms).unref()
  request.once('close', () => clearInterval(watch))
}
