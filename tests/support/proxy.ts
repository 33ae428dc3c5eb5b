import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line between a browser and the server that can be cut in the middle of what is being sent. */
export interface Proxy extends AsyncDisposable {
  readonly url: string
  /** How often it was cut so far. */
  readonly cuts: () => number
}

/** Cuts a connection once so many bytes went up over it, so many times; afterwards it carries everything. */
export async function startProxy(
  target: string,
  { every, times }: { readonly every: number; readonly times: number },
): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let cuts = 0
  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
    let sent = 0
    const end = () => {
      browser.destroy()
      upstream.destroy()
    }
    for (const socket of [browser, upstream]) {
      open.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        open.delete(socket)
        end()
      })
    }
    browser.on('data', (bytes) => {
      sent += bytes.length
      upstream.write(bytes)
      if (sent < every || cuts >= times) return
      cuts += 1
      end()
    })
    upstream.on('data', (bytes) => browser.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://localhost:${own}`,
    cuts: () => cuts,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
