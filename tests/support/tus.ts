import { request, type OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { createSubida } from '#contract/inscripciones.ts'
import type { SubidaParteTable } from '../../src/server/db/schema.ts'
import { type FileStore, SUBIDAS } from '../../src/server/files/store.ts'
import { offsetOf as sumOf, readPartes } from '../../src/server/musica/subidas.ts'
import { listPartes } from '../../src/server/musica/store.ts'
import type { Client, TestApp } from './app.ts'
import { aTrack } from './mp3.ts'
import { sweepOrphans } from './sweep.ts'

export const OFFSET_TYPE = 'application/offset+octet-stream'

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

/** The id of an upload, in its address. */
export const idOf = (path: string): string => path.slice(createSubida.path.length + 1)

export const offsetOf = async (app: TestApp, who: Client, path: string): Promise<number> =>
  Number((await tus(app, who, ['HEAD', path])).headers['upload-offset'])

/** The stored pieces of uploads after a sweep. */
export async function files(app: TestApp): Promise<string[]> {
  await sweepOrphans(app)
  return app.deps.files.list(SUBIDAS)
}

/** The bytes of an upload as its pieces hold them. */
export async function storedBytes({ deps }: TestApp, path: string): Promise<Buffer> {
  const rows = await deps.db.read((tx) => listPartes(tx, idOf(path)))
  return readPartes(deps, rows, { from: 0, to: sumOf(rows) })
}

export const partes = (app: TestApp): Promise<SubidaParteTable[]> =>
  app.deps.db.read((tx) => tx.selectFrom('subida_parte').selectAll().execute())

/** Sends a track whole and answers with what an entry names it by. Throws when it was refused. */
export async function upload(app: TestApp, who: Client, track: Buffer = aTrack(2)): Promise<string> {
  const { path } = await begin(app, who, track.length)
  const answer = await bring(app, who, path, { bytes: track })
  if (answer.status !== 204) throw new Error(`${answer.status} ${answer.message}`)
  return idOf(path)
}

/** Counts the bytes that reach the stored files, also those of a piece that is not complete. */
export function counted(): { readonly arrived: () => number; readonly files: (files: FileStore) => FileStore } {
  let bytes = 0
  async function* counting(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      bytes += chunk.length
      yield chunk
    }
  }
  return {
    arrived: () => bytes,
    files: (files) => ({ ...files, put: (path, content) => files.put(path, Readable.from(counting(content))) }),
  }
}

/** Sends `bytes` of a body of `length` bytes, and resolves when the first of them are stored. `cut` ends the connection. */
export async function stall(
  { arrived, origin, who }: { arrived: () => number; origin: string; who: Client },
  path: string,
  { at, bytes, length }: { at: number; bytes: Buffer; length: number },
): Promise<{ cut: () => void; closed: Promise<void> }> {
  const sent = request(`${origin}${path}`, {
    method: 'PATCH',
    headers: {
      cookie: who.cookie ?? '',
      'tus-resumable': '1.0.0',
      'upload-offset': String(at),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(length),
    },
  })
  // `cut` is an error for the request.
  sent.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => sent.once('close', () => resolve()))
  const before = arrived()
  sent.write(bytes)
  await expect.poll(arrived).toBeGreaterThan(before)
  return { cut: () => sent.destroy(), closed }
}
