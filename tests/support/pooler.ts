/** A pooler in session mode in front of PostgreSQL, which refuses parameters of a connection as PgBouncer does. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Pooler extends AsyncDisposable {
  /** The server's address through the pooler. */
  readonly url: string
  /** Number of connections that are open. One more than `most` is refused, as PostgreSQL does. */
  readonly size: () => number
  most: number
}

/** Parameters of a connection that a pooler knows. */
const KNOWN = ['user', 'database', 'application_name', 'client_encoding']
const LENGTH_BYTES = 4

export async function startPooler(target: string): Promise<Pooler> {
  const { hostname, port } = new URL(target)
  const clients = new Set<Socket>()
  const backends = new Set<Socket>()

  const addBackend = (client: Socket, startup: Buffer): void => {
    const backend = connect(Number(port), hostname)
    backends.add(backend)
    backend.on('error', () => backend.destroy())
    backend.on('close', () => backends.delete(backend))
    client.on('close', () => backend.destroy())
    backend.write(startup)
    backend.pipe(client)
    client.pipe(backend)
  }

  const server = createServer((client) => {
    clients.add(client)
    client.on('error', () => client.destroy())
    client.once('data', (startup) => {
      const names = startup
        .subarray(2 * LENGTH_BYTES)
        .toString()
        .split('\0')
        .filter((_, index) => index % 2 === 0)
      const unknown = names.find((name) => name !== '' && !KNOWN.includes(name))
      if (unknown !== undefined) return void client.end(refusalOf('08P01', `unsupported startup parameter: ${unknown}`))
      if (backends.size >= pooler.most) return void client.end(refusalOf('53300', 'sorry, too many clients already'))
      addBackend(client, startup)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const pooler: Pooler = {
    url: Object.assign(new URL(target), { host }).href,
    size: () => backends.size,
    most: Infinity,
    [Symbol.asyncDispose]: async () => {
      for (const socket of [...clients, ...backends]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return pooler
}

/** The message `ErrorResponse`, which ends a connection. */
function refusalOf(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(1 + LENGTH_BYTES)
  head.write('E')
  head.writeInt32BE(LENGTH_BYTES + fields.length, 1)
  return Buffer.concat([head, fields])
}
