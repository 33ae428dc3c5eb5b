import { createServer, type AddressInfo, type Socket } from 'node:net'
import { clock } from '../figures.ts'
import { answerOrders, usage } from '../orders.ts'

/** The limit of this machine under Node: a loop that writes one buffer to every socket. Speaks just enough for the same client. */
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: hola\ndata: {}\n\n'
const sockets = new Set<Socket>()
let sent = 0
let starts: number[] = []

const orders = {
  ...usage,
  start: async (): Promise<{ port: number }> => {
    const server = createServer((socket) => {
      socket.setNoDelay(true)
      socket.once('data', () => {
        socket.write(HEAD)
        sockets.add(socket)
      })
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {
        // Its client went away; `close` follows.
      })
    })
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, resolve))
    return { port: (server.address() as AddressInfo).port }
  },
  /** Writes one message of so many bytes to every socket. Its number is the answer. */
  send: ({ bytes }: { readonly bytes: number }): number => {
    sent += 1
    const start = `data: {"revision":${sent},"x":"`
    const frame = Buffer.from(`${start}${'x'.repeat(Math.max(0, bytes - start.length - 4))}"}\n\n`)
    starts.push(clock())
    for (const socket of sockets) socket.write(frame)
    return sent
  },
  starts: (): number[] => {
    const since = starts
    starts = []
    return since
  },
}
export type NetOrders = typeof orders
answerOrders(orders)
