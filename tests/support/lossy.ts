/** An HTTP proxy in front of a server that loses, repeats, delays and reorders requests of the API. */
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/** `whole` carries everything, `lossy` loses 30 % of the requests or of their answers, `down` refuses everything. */
export type Line = 'whole' | 'lossy' | 'down'

export interface LossyProxy extends AsyncDisposable {
  /** The server's address through the proxy. */
  readonly url: string
  readonly set: (line: Line) => void
  /** Number of requests that the proxy lost or repeated. */
  readonly faults: () => number
}

type Fault = 'request lost' | 'answer lost' | 'repeated' | 'delayed' | null

const DELAY_MS = 400
/** A copy of a request arrives within this time. */
const REPEAT_MS = 3_000

/** Starts a proxy whose faults follow from a seed. */
export async function startLossyProxy(target: string, seed: number): Promise<LossyProxy> {
  const random = randomFrom(seed)
  const { hostname, port } = new URL(target)
  let line: Line = 'whole'
  let faults = 0
  const repeats = new Set<ReturnType<typeof setTimeout>>()

  const forward = (incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, url, headers } = incoming
      // The server compares the origin with the host: both name the proxy.
      const outgoing = request({ hostname, port, method, path: url, headers })
      outgoing.on('response', resolve).on('error', reject).end(body)
    })

  /** Sends a request once more, after requests that the client sent later. */
  const repeatLater = (incoming: IncomingMessage, body: Buffer): void => {
    const timer = setTimeout(() => {
      repeats.delete(timer)
      if (line === 'down') return
      // The server may have stopped: the copy is lost, as any other request may be.
      forward(incoming, body).then(
        (copy) => copy.destroy(),
        () => undefined,
      )
    }, random() * REPEAT_MS)
    repeats.add(timer)
  }

  const serve = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const isApi = incoming.url?.startsWith('/api/') === true
    const fault = line === 'lossy' && isApi ? faultOf(random()) : null
    if (line === 'down' || fault === 'request lost') return lose(answer)
    const body = await bodyOf(incoming)
    if (fault === 'delayed') await new Promise((resolve) => setTimeout(resolve, random() * DELAY_MS))
    if (fault === 'repeated') {
      faults += 1
      repeatLater(incoming, body)
    }
    const response = await forward(incoming, body)
    if (fault === 'answer lost') {
      response.destroy()
      return lose(answer)
    }
    answer.writeHead(response.statusCode ?? 502, response.headers)
    answer.on('close', () => response.destroy())
    response.on('error', () => answer.destroy()).pipe(answer)
  }
  const lose = (answer: ServerResponse): void => {
    faults += 1
    answer.destroy()
  }

  const server = createServer((incoming, answer) => {
    serve(incoming, answer).catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    set: (to) => {
      line = to
      if (to === 'down') server.closeAllConnections()
    },
    faults: () => faults,
    [Symbol.asyncDispose]: async () => {
      for (const timer of repeats) clearTimeout(timer)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function faultOf(chance: number): Fault {
  if (chance < 0.15) return 'request lost'
  if (chance < 0.3) return 'answer lost'
  if (chance < 0.45) return 'repeated'
  return chance < 0.65 ? 'delayed' : null
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
