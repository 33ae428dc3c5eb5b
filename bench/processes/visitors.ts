import { connect, type Socket } from 'node:net'
import { answerOrders, usage } from '../orders.ts'

/** Visitors that load a page at the same moment: keep-alive connections, each of which repeats its request after an answer. */
interface Load {
  readonly port: number
  readonly path: string
  readonly connections: number
  readonly requests: number
  /** The tag that a browser has from before. */
  readonly etag?: string
}

const LOAD_MS = 50_000

const orders = {
  ...usage,
  /** Asks so many times; fails unless every answer has the same status and length. */
  load: async ({ port, path, connections, requests, etag }: Load): Promise<void> => {
    const tag = etag === undefined ? '' : `If-None-Match: ${etag}\r\n`
    const asking = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br\r\n${tag}\r\n`
    const status = etag === undefined ? 'HTTP/1.1 200 ' : 'HTTP/1.1 304 '
    const each = Math.ceil(requests / connections)
    const until = AbortSignal.timeout(LOAD_MS)
    await Promise.all(Array.from({ length: connections }, () => askAgain(port, { asking, status, each, until })))
  },
}
export type VisitorsOrders = typeof orders
answerOrders(orders)

interface Asking {
  readonly asking: string
  readonly status: string
  readonly each: number
  readonly until: AbortSignal
}

function askAgain(port: number, { asking, status, each, until }: Asking): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = each
    let length = 0
    let got = 0
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(asking))
    const fail = (why: string) => {
      socket.destroy()
      reject(new Error(why))
    }
    until.addEventListener('abort', () => fail('the load did not end in time'))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      if (got === 0) {
        if (!chunk.toString('latin1', 0, status.length).startsWith(status)) {
          fail(`not ${status}: ${chunk.toString('latin1', 0, 100)}`)
          return
        }
        length ||= lengthOf(chunk)
      }
      got += chunk.length
      if (got > length) fail('an answer of another length')
      if (got < length) return
      got = 0
      left -= 1
      if (left > 0) socket.write(asking)
      else socket.end(() => resolve())
    })
  })
}

/** Head and body of an answer: what the first one says holds for all. */
function lengthOf(chunk: Buffer): number {
  const head = chunk.indexOf('\r\n\r\n') + 4
  const said = /content-length: (\d+)/i.exec(chunk.toString('latin1', 0, head))
  return head + Number(said?.[1] ?? 0)
}
