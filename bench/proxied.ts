import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { Readable } from 'node:stream'
import { SITE, type Nginx } from './nginx.ts'

const ANSWER_MS = 30_000

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Asked {
  readonly method: string
  readonly path: string
  /** Sent as JSON, or as it is when it is a stream. */
  readonly body?: object | Readable
  readonly headers?: Readonly<Record<string, string>>
  /** The address of this machine that it comes from. */
  readonly from?: string
}

/** One request to the site through nginx. Rejects when there is no answer within half a minute. */
export function ask({ port, ca }: Nginx, { method, path, body, headers, from = '127.0.0.1' }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...(process.platform === 'linux' && { localAddress: from }),
        host: '127.0.0.1',
        port,
        servername: SITE,
        ca,
        agent: false,
        method,
        path,
        timeout: ANSWER_MS,
        headers: {
          host: SITE,
          origin: `https://${SITE}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
        response.on('error', reject)
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', (error) => {
      if (body instanceof Readable) body.destroy()
      reject(error)
    })
    if (body instanceof Readable) body.pipe(asked)
    else asked.end(body && JSON.stringify(body))
  })
}
