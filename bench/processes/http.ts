import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerOrders, usage } from '../orders.ts'

/** The limit of node:http: the same bytes from memory with a tag, and nothing else. */
const orders = {
  ...usage,
  start: async ({ body, etag }: { readonly body: string; readonly etag: string }): Promise<{ port: number }> => {
    const bytes = Buffer.from(body, 'base64')
    const server = createServer((request, response) => {
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-encoding': 'br',
          'content-length': bytes.length,
          etag,
        })
        .end(bytes)
    })
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve))
    return { port: (server.address() as AddressInfo).port }
  },
}
export type HttpOrders = typeof orders
answerOrders(orders)
