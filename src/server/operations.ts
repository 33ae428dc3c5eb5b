import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { SNAPSHOT_PATH, STREAM_PATH } from '#contract/live.ts'
import * as contract from '#contract/operations.ts'
import { PUBLICO_PATH } from '#contract/publico.ts'
import { siteAddress } from './env.ts'
import type { Deps } from './deps.ts'
import { belongsTogether } from './identity.ts'
import { FilesAway } from './files/store.ts'
import type { Live } from './live/routes.ts'
import { DOCS_POLICY, docsPage, openApi } from './http/openapi.ts'
import { problemReply } from './http/problems.ts'
import { endpointsOf, serveRaw } from './http/route.ts'

/** `/readyz` is public, so the notice names no folder or bucket. The log and the next start do. */
const APART = 'Los archivos guardados no son los de esta base de datos. El registro del servidor dice qué hacer.'

const NO_ROOM =
  'Quedan menos de 256 MB en el disco: no se aceptan más archivos. Libera espacio: pronto tampoco cabrán los datos.'

/** The addresses that a whole audience requests at the same moment: not counted in the metrics of requests. */
const UNTIMED: ReadonlySet<string> = new Set([SNAPSHOT_PATH, STREAM_PATH, PUBLICO_PATH])

/** Serves health, readiness, metrics and the API document, and measures the requests. */
export function operationsRoutes(app: FastifyInstance, deps: Deps, live: Live): void {
  const metrics = metricsOf(live)
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status. Streams and snapshots are written raw and not counted.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [metrics],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unknown' } = request.routeOptions
    if (!UNTIMED.has(route))
      requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  let document: ReturnType<typeof openApi> | undefined
  const describe = () => (document ??= openApi(endpointsOf(app), siteAddress(deps.env)))

  serveRaw(app, deps, contract.readHealth, { handler: async () => ({ status: 'ok' }) })
  serveRaw(app, deps, contract.readReadiness, {
    handler: async (_request, reply) => {
      try {
        await live.hub.ready()
        await deps.files.ping().catch((error: unknown) => {
          // Any failure of the folder or the bucket is reported as `archivo.away`.
          throw new FilesAway(error)
        })
        // A disk that does not report its free bytes gets no notice. The server is ready all the same.
        const hasRoom = await deps.files.hasRoom().catch(() => true)
        const avisos = [
          ...((await belongsTogether(deps)) ? [] : [APART]),
          ...(hasRoom ? [] : [NO_ROOM]),
          ...deps.paises.notices(),
          ...(deps.mail?.notices() ?? []),
        ]
        return { status: 'ok', ...(avisos.length > 0 && { avisos }) }
      } catch (error) {
        deps.log.warn({ err: error }, 'not ready')
        const { body } = problemReply(error)
        return reply.code(503).send(body)
      }
    },
  })
  serveRaw(app, deps, contract.readMetrics, {
    handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()),
  })
  serveRaw(app, deps, contract.readOpenApi, { handler: async () => describe() })
  serveRaw(app, deps, contract.readDocs, {
    handler: async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', DOCS_POLICY).send(docsPage(describe())),
  })
}

function metricsOf({ hub, streams }: Live): Registry {
  const register = new Registry()
  // At its default of 10 ms the timer that measures the event loop costs more than the rest of an idle process.
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 100 })
  addGauge(register, 'live_streams', 'Open live streams.', () => streams.size)
  addGauge(register, 'live_boards', 'Views that are kept up to date, one for each audience.', () => hub.size)
  addGauge(register, 'live_streams_cut', 'Streams cut because nobody read them.', () => streams.cut)
  return register
}

/** Adds a metric whose value is read when the metrics are requested. */
function addGauge(register: Registry, name: string, help: string, read: () => number): void {
  const gauge: Gauge = new Gauge({ name, help, registers: [], collect: () => gauge.set(read()) })
  register.registerMetric(gauge)
}
