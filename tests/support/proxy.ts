/** TCP proxies between a client and a server, which interrupt connections. */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

export interface Proxy extends AsyncDisposable {
  readonly url: string
  /** Connections that were cut so far. */
  readonly cuts: () => number
}

/** Cuts a connection after `every` bytes of upload, at most `times` times. Later connections carry everything. */
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
    const end = endTogether(open, [browser, upstream])
    browser.on('data', (bytes) => {
      sent += bytes.length
      upstream.write(bytes)
      if (sent < every || cuts >= times) return
      cuts += 1
      end()
    })
    upstream.on('data', (bytes) => browser.write(bytes))
  })
  return {
    url: `http://localhost:${await portOf(server)}`,
    cuts: () => cuts,
    [Symbol.asyncDispose]: () => close(server, open),
  }
}

/** `open` carries everything, `shut` refuses each connection, `mute` accepts connections and never answers. */
export type Line = 'open' | 'shut' | 'mute'

export interface Gate extends AsyncDisposable {
  /** The server's address through the proxy. */
  readonly url: string
  /** Changes the line and closes the connections that are open. */
  readonly set: (line: Line) => void
  /** The connections that are open stay open and carry nothing more. Later ones are of another kind when one is given. */
  readonly hush: (later?: Line) => void
}

/** A proxy that can close the way to a server and open it again. */
export async function startGate(target: string, line: Line = 'open'): Promise<Gate> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const piped: (() => unknown)[] = []
  let now = line
  const server = createServer((near) => {
    if (now === 'shut') return void near.destroy()
    const far = now === 'open' ? connect(Number(port), hostname) : undefined
    endTogether(open, far ? [near, far] : [near])
    if (far) near.pipe(far).pipe(near)
    else near.resume()
    if (far) piped.push(() => [near.unpipe(far), far.unpipe(near)])
  })
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${await portOf(server)}` }).href,
    set: (to) => {
      now = to
      destroyAll(open)
    },
    hush: (later = now) => {
      now = later
      for (const unpipe of piped.splice(0)) unpipe()
    },
    [Symbol.asyncDispose]: () => close(server, open),
  }
}

interface Cut {
  /** `answer`: the server has taken the commit. `request`: it has not. `silence`: as `answer`, but the connection stays open. */
  readonly lost: 'answer' | 'request' | 'silence'
  /** The proxy accepts no connection afterwards, until `heal`. */
  readonly isLast?: boolean
  /** Number of commits that pass before. */
  readonly skip?: number
}

export interface CommitProxy extends AsyncDisposable {
  /** The server's address through the proxy. */
  readonly url: string
  /** Cuts the connection of the next commit of a write. */
  readonly cutNext: (cut: Cut) => void
  readonly heal: () => void
  /** Connections that were cut so far. */
  readonly cuts: () => number
}

/** The message of the protocol of PostgreSQL that sends the statement `commit`. */
const COMMIT = Buffer.from('Q\0\0\0\u000Bcommit\0', 'latin1')

/** The answer to it. */
const COMMITTED = Buffer.from('COMMIT\0', 'latin1')

/** A proxy to PostgreSQL that loses a commit, or the answer to it. */
export async function startCommitProxy(target: string): Promise<CommitProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let next: Cut | null = null
  let skip = 0
  let isShut = false
  let cuts = 0
  const server = createServer((near) => {
    if (isShut) return void near.destroy()
    const far = connect(Number(port), hostname)
    const end = endTogether(open, [near, far])
    let lostHere: Cut['lost'] | null = null
    let isWriter = false
    far.on('data', (bytes) => {
      if (lostHere === null) near.write(bytes)
      // Answers to earlier statements may arrive first: a connection that ends before the commit takes it back.
      else if (lostHere === 'answer' && bytes.includes(COMMITTED)) end()
    })
    near.on('data', (bytes) => {
      isWriter ||= /begin[;\0]/.test(bytes.toString('latin1'))
      const isCut = next !== null && isWriter && bytes.includes(COMMIT) && (skip -= 1) < 0
      if (next === null || !isCut) return void far.write(bytes)
      const { lost, isLast = false } = next
      next = null
      cuts += 1
      isShut = isLast
      if (lost === 'request') end()
      else {
        lostHere = lost
        far.write(bytes)
      }
    })
  })
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${await portOf(server)}` }).href,
    cutNext: (cut) => {
      next = cut
      skip = cut.skip ?? 0
    },
    heal: () => {
      isShut = false
    },
    cuts: () => cuts,
    [Symbol.asyncDispose]: () => close(server, open),
  }
}

/** Destroys all sockets of a connection when one of them ends. */
function endTogether(open: Set<Socket>, sockets: readonly Socket[]): () => void {
  const end = (): void => destroyAll(sockets)
  for (const socket of sockets) {
    open.add(socket)
    socket.on('error', end)
    socket.on('close', () => {
      open.delete(socket)
      end()
    })
  }
  return end
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function close(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  destroyAll(open)
  server.close()
  await once(server, 'close')
}

function destroyAll(sockets: Iterable<Socket>): void {
  for (const socket of sockets) socket.destroy()
}
