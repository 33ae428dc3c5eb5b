import { connect, type Socket } from 'node:net'
import { answerOrders, usage } from '../orders.ts'

/** Visitors who come and go: each opens a stream, stays for a while, leaves, and another one comes. */
interface Crowd {
  readonly port: number
  readonly path: string
  readonly count: number
  /** How long one stays, in ms: half of it to one and a half times. */
  readonly stay: number
}

const sockets = new Set<Socket>()
let isOpen = false
let messages = 0
let visits = 0

function visit(crowd: Crowd): void {
  const { port, path, stay } = crowd
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  sockets.add(socket)
  visits += 1
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/event-stream\r\n\r\n`)
  const leave = setTimeout(() => socket.destroy(), stay * (0.5 + Math.random()))
  socket.on('data', (bytes: Buffer) => {
    if (bytes.includes('data: {"revision":')) messages += 1
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(leave)
    sockets.delete(socket)
    if (isOpen) visit(crowd)
  })
}

const orders = {
  ...usage,
  /** Lets the crowd in, spread over the time that one stays. */
  open: (crowd: Crowd): void => {
    isOpen = true
    for (let index = 0; index < crowd.count; index += 1) {
      setTimeout(() => isOpen && visit(crowd), (index / crowd.count) * crowd.stay)
    }
  },
  /** Everybody leaves. Returns how many visits there were, and how many messages were read. */
  close: (): { visits: number; messages: number } => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
    return { visits, messages }
  },
}
export type CrowdOrders = typeof orders
answerOrders(orders)
