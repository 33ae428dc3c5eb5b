import { get } from 'node:http'
import { CLIENT_CORE, SERVER_CORE, startChild } from './child.ts'
import { effort } from './effort.ts'
import type { Goal } from './goal.ts'
import type { HttpOrders } from './processes/http.ts'
import type { VisitorsOrders } from './processes/visitors.ts'
import { productSide, VIEWS } from './sides.ts'

const PATH = `/api/vistas?views=${VIEWS}`
const CONNECTIONS = effort(64, 4)
const REQUESTS = effort(16_000, 40)
const LIMIT = 1.6

/** The first load of a page by many at once, against node:http handing out the same bytes. */
export async function snapshot(_streams: readonly number[], rounds: number): Promise<Goal[]> {
  await using product = await productSide()
  const { etag, body } = await bytesOf(product.url + PATH)
  await using http = startChild<HttpOrders>(new URL('processes/http.ts', import.meta.url), SERVER_CORE)
  const { port } = await http.ask('start', { etag, body: body.toString('base64') })
  await using visitors = startChild<VisitorsOrders>(new URL('processes/visitors.ts', import.meta.url), CLIENT_CORE)

  const load = { path: PATH, connections: CONNECTIONS, requests: REQUESTS }
  const perRequest = async (side: { cpu: () => Promise<number>; port: number }, tag?: string) => {
    const before = await side.cpu()
    await visitors.ask('load', { ...load, port: side.port, ...(tag !== undefined && { etag: tag }) })
    return ((await side.cpu()) - before) / REQUESTS
  }
  const bare = { cpu: () => http.ask('cpu'), port }
  await perRequest(bare)
  await perRequest(product)

  const whole: [number, number][] = []
  const known: [number, number][] = []
  for (let round = 0; round < rounds; round += 1) {
    whole.push([await perRequest(bare), await perRequest(product)])
    known.push([await perRequest(bare, etag), await perRequest(product, etag)])
  }
  const goal = (name: string, limit: number | null, pairs: readonly [number, number][]): Goal => ({
    name,
    unit: 'µs',
    limit,
    baseline: pairs.map(([theirs]) => theirs),
    subject: pairs.map(([, ours]) => ours),
    notes: `${CONNECTIONS} connections, ${body.length} B of brotli`,
  })
  return [goal('snapshot: CPU per request', LIMIT, whole), goal('snapshot not modified: CPU per request', null, known)]
}

/** As they travel: `fetch` would unpack them. */
async function bytesOf(url: string): Promise<{ etag: string; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ etag: String(response.headers.etag), body: Buffer.concat(chunks) }))
    }).on('error', reject)
  })
}
