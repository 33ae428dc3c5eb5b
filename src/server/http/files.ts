import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#domain/problem.ts'
import type { FileStore } from '../files/store.ts'

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

/** Sends a stored file, or the part of it that a player asks for. The type is by our own list, never by the content. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  { path, cache }: { readonly path: string; readonly cache: string },
): Promise<FastifyReply> {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  const size = type === undefined ? null : await files.size(path)
  if (type === undefined || size === null) throw new Problem('archivo.missing')
  reply.headers({
    'content-type': type,
    'cache-control': cache,
    'accept-ranges': 'bytes',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
  const range = rangeOf(request.headers.range, size)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const stream = await files.get(path, range ?? undefined)
  if (!stream) throw new Problem('archivo.missing')
  if (!range) return reply.header('content-length', size).send(stream)
  const length = range.end - range.start + 1
  return reply
    .code(206)
    .header('content-length', length)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .send(stream)
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
