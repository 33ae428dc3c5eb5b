import type { OutgoingHttpHeaders } from 'node:http'
import { createSubida } from '#contract/inscripciones.ts'
import type { Client, TestApp } from './app.ts'
import { aTrack } from './mp3.ts'

const OFFSET_TYPE = 'application/offset+octet-stream'

export interface TusAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly code: string
  readonly message: string
}

type Method = 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'GET'

/** One request of the protocol, with what it always says unless told otherwise. */
export async function tus(
  app: TestApp,
  who: Client,
  [method, path]: readonly [Method, string],
  options: { readonly headers?: Readonly<Record<string, string>>; readonly payload?: Buffer } = {},
): Promise<TusAnswer> {
  const response = await app.app.http.inject({
    method,
    url: path,
    headers: {
      'tus-resumable': '1.0.0',
      ...(who.cookie && { cookie: who.cookie }),
      ...(options.payload && { 'content-type': OFFSET_TYPE }),
      ...options.headers,
    },
    ...(options.payload && { payload: options.payload }),
  })
  const said: { code?: string; message?: string } = response.body.startsWith('{') ? response.json() : {}
  return {
    status: response.statusCode,
    headers: response.headers,
    code: said.code ?? '',
    message: said.message ?? '',
  }
}

/** Begins an upload of so many bytes. Answers with its address, or with the refusal. */
export async function begin(app: TestApp, who: Client, bytes: number): Promise<TusAnswer & { readonly path: string }> {
  const answer = await tus(app, who, ['POST', createSubida.path], { headers: { 'upload-length': String(bytes) } })
  return { ...answer, path: String(answer.headers['location']) }
}

export function bring(
  app: TestApp,
  who: Client,
  path: string,
  { at = 0, bytes }: { readonly at?: number; readonly bytes: Buffer },
): Promise<TusAnswer> {
  return tus(app, who, ['PATCH', path], { headers: { 'upload-offset': String(at) }, payload: bytes })
}

/** Sends a track whole and answers with what an entry names it by. Throws when it was refused. */
export async function upload(app: TestApp, who: Client, track: Buffer = aTrack(2)): Promise<string> {
  const { path } = await begin(app, who, track.length)
  const answer = await bring(app, who, path, { bytes: track })
  if (answer.status !== 204) throw new Error(`${answer.status} ${answer.message}`)
  return path.slice(createSubida.path.length + 1)
}
