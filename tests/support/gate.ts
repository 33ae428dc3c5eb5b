import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** How a line stands: it carries, it breaks at once, or it is taken and nothing is ever heard of it. */
export type Line = 'open' | 'shut' | 'mute'

export interface Gate extends AsyncDisposable {
  /** The server's address, by way of the gate. */
  readonly url: string
  readonly set: (line: Line) => void
}

/** Stands between us and a server that may go away and come back. Without one there is only away. */
export async function startGate(target: string, line: Line = 'open'): Promise<Gate> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let now = line
  const server = createServer((near) => {
    if (now === 'shut') return void near.destroy()
    const far = now === 'open' ? connect(Number(port), hostname) : undefined
    for (const socket of [near, ...(far ? [far] : [])]) {
      open.add(socket)
      const end = () => {
        open.delete(socket)
        near.destroy()
        far?.destroy()
      }
      socket.on('error', end)
      socket.on('close', end)
    }
    if (far) near.pipe(far).pipe(near)
    else near.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${own}` }).href,
    set: (to) => {
      now = to
      // Lines that are kept open would go on carrying.
      drop()
    },
    [Symbol.asyncDispose]: async () => {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
