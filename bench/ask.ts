import { request as requestHttp, type ClientRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
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
  /** Sent as JSON, or as it is when it is a stream or a buffer. */
  readonly body?: object | Readable | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** The address of this machine that it comes from. */
  readonly from?: string
}

/** Sends one request to a server of the bench. Rejects when there is no answer within half a minute. */
export type Ask = (asked: Asked) => Promise<Answer>

/** Asks a server of this machine without a proxy. */
export function askAt(origin: string): Ask {
  const { port } = new URL(origin)
  return (asked) => send(requestHttp({ ...optionsOf(asked), port }), asked)
}

/** Asks the site through nginx. */
export function askThrough({ port, ca }: Nginx): Ask {
  const site = { port, ca, servername: SITE, agent: false }
  const headers = { host: SITE, origin: `https://${SITE}` }
  return (asked) => {
    const options = optionsOf(asked)
    return send(requestHttps({ ...options, ...site, headers: { ...headers, ...options.headers } }), asked)
  }
}

function optionsOf({ method, path, body, headers, from = '127.0.0.1' }: Asked) {
  return {
    ...(process.platform === 'linux' && { localAddress: from }),
    host: '127.0.0.1',
    method,
    path,
    timeout: ANSWER_MS,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
  } satisfies RequestOptions
}

function send(asked: ClientRequest, { body }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.on('error', reject)
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', (error) => {
      if (body instanceof Readable) body.destroy()
      reject(error)
    })
    if (body instanceof Readable) body.pipe(asked)
    else asked.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body))
  })
}
