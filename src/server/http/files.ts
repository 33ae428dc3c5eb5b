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
 * Sends a stored file, or the part of it that a player asks for; nothing to who has it already. The type is by our own
 * list, never by the content.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  { path, cache }: { readonly path: string; readonly cache: string },
): Promise<FastifyReply> {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  const found = type === undefined ? null : await files.look(path)
  if (type === undefined || found === null) throw new Problem('archivo.missing')
  const { size } = found
  const etag = etagOf(found.version)
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
  // Who has a part of another version cannot use a part of this one.
  const { 'if-range': ifRange = etag } = request.headers
  const range = ifRange === etag ? rangeOf(request.headers.range, size) : null
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  // Of an empty stream the framework takes no length: the one that was said stays.
  const stream = request.method === 'HEAD' ? Readable.from([]) : await files.get(path, range ?? undefined)
  if (!stream) throw new Problem('archivo.missing')
  return reply.send(stream)
}

/** One range of bytes, both ends included; null asks for everything (several ranges at once are answered whole). */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [, from = '', to = ''] = match ?? []
  if (!match || (from === '' && to === '')) return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** Sets the headers of a download. `attachment` keeps a browser from showing the content as a page. */
export function asDownload(reply: FastifyReply, name: string, type: string): FastifyReply {
  return reply.headers({
    'content-type': type,
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${name.replaceAll('á', 'a')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  })
}
