/** A pooler in front of PostgreSQL, which refuses parameters of a connection as PgBouncer does. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Pooler extends AsyncDisposable {
  /** The server's address through the pooler. */
  readonly url: string
  /** Number of connections that are open. One more than `most` is refused, as PostgreSQL does. */
  readonly size: () => number
  most: number
}

/** A connection to PostgreSQL, and the client that has it. */
interface Backend {
  readonly socket: Socket
  client: Socket | null
  /** Requests without an answer; the first is the start of the connection. */
  pending: number
}

/** Parameters of a connection that a pooler knows. */
const KNOWN = ['user', 'database', 'application_name', 'client_encoding']
const LENGTH_BYTES = 4
/** `ReadyForQuery`, which ends the answer to a request. The next byte says whether a transaction is open. */
const READY = 'Z\0\0\0\u0005'

/**
 * `session`: a client has one connection to PostgreSQL. `transaction`: a client gets any free connection for each
 * transaction, and its prepared statements stay behind.
 */
export async function startPooler(target: string, mode: 'session' | 'transaction'): Promise<Pooler> {
  const { hostname, port } = new URL(target)
  const backends: Backend[] = []
  const open = new Set<Socket>()

  const addBackend = (client: Socket): Backend => {
    const backend: Backend = { socket: connect(Number(port), hostname), client, pending: 1 }
    const { socket } = backend
    backends.push(backend)
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => backends.splice(backends.indexOf(backend), 1))
    socket.on('data', (bytes) => {
      backend.client?.write(bytes)
      const [, ...ready] = bytes.toString('latin1').split(READY)
      backend.pending -= ready.length
      if (mode === 'transaction' && backend.pending === 0 && ready.at(-1)?.startsWith('I')) release(backend)
    })
    return backend
  }
  /** The connection that was released last is given out first. */
  const release = (backend: Backend): void => {
    backend.client = null
    backends.splice(backends.indexOf(backend), 1)
    backends.unshift(backend)
  }

  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.once('data', (startup) => {
      const names = startup
        .subarray(2 * LENGTH_BYTES)
        .toString()
        .split('\0')
        .filter((_, index) => index % 2 === 0)
      const unknown = names.find((name) => name !== '' && !KNOWN.includes(name))
      if (unknown !== undefined) return void client.end(refusalOf('08P01', `unsupported startup parameter: ${unknown}`))
      if (backends.length >= pooler.most) return void client.end(refusalOf('53300', 'sorry, too many clients already'))
      const own = addBackend(client)
      own.socket.write(startup)
      client.on('data', (bytes) => {
        const linked = backends.find((backend) => backend.client === client)
        const backend = linked ?? backends.find((one) => one.client === null) ?? own
        backend.client = client
        backend.pending += countRequests(bytes)
        backend.socket.write(bytes)
      })
      client.on('close', () => {
        if (mode === 'session') own.socket.destroy()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const pooler: Pooler = {
    url: Object.assign(new URL(target), { host }).href,
    size: () => backends.length,
    most: Infinity,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return pooler
}

/** Counts the messages `Query` and `Sync`. The messages of a chunk are whole. */
function countRequests(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at + LENGTH_BYTES < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] === 0x51 || bytes[at] === 0x53) count += 1
  }
  return count
}

/** The message `ErrorResponse`, which ends a connection. */
function refusalOf(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(1 + LENGTH_BYTES)
  head.write('E')
  head.writeInt32BE(LENGTH_BYTES + fields.length, 1)
  return Buffer.concat([head, fields])
}
