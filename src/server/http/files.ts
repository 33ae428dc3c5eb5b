import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#domain/problem.ts'
import type { FileStore } from '../files/store.ts'
import { etagOf, isKnown } from './representation.ts'

const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  avif: 'image/avif',
}

export const IMAGE_NAME = /\.(webp|jpe?g|png|gif|avif)$/i

/**
 * Sends a stored file, or the requested byte range of it. Answers 304 when the client has this version. The content type
 * comes from the extension, never from the content.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  { path, cache }: { readonly path: string; readonly cache: string },
): Promise<FastifyReply> {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  const found = type === undefined ? null : await files.look(path)
  if (!found) throw new Problem('archivo.missing')
  const { size, version } = found
  const etag = etagOf(version)
  reply.headers({
    'content-type': type,
    'cache-control': cache,
    etag,
    'accept-ranges': 'bytes',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  // A range of this version does not fit a part of another version: then the whole file is sent.
  const { 'if-range': ifRange = etag } = request.headers
  const range = ifRange === etag ? rangeOf(request.headers.range, size) : null
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  // The framework keeps the `content-length` above for an empty stream.
  const stream = request.method === 'HEAD' ? Readable.from([]) : await files.get(path, range ?? undefined)
  if (!stream) throw new Problem('archivo.missing')
  return reply.send(stream)
}

type Range = { readonly start: number; readonly end: number } | 'unsatisfiable' | null

/** The requested byte range, both ends included. Null for the whole file, also when several ranges are requested. */
export function rangeOf(header: string | undefined, size: number): Range {
  const [, from, to] = /^bytes=(?=.*\d)(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined) return null
  const last = size - 1
  // Without a start, the last bytes.
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' ? last : Math.min(Number(to || last), last)
  return start > end ? 'unsatisfiable' : { start, end }
}

/** Sets the headers of a download. `attachment` keeps a browser from showing the content as a page. */
export function asDownload(reply: FastifyReply, name: string, type: string): FastifyReply {
  return reply.headers({
    'content-type': type,
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${name.replaceAll('á', 'a')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  })
}
