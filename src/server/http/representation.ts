import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The entity tag of a content, or of a text that names one version of it. */
export function etagOf(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Whether an `If-None-Match` header names this version. */
export function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

const compressBr = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** The levels of compression: brotli 0 to 11, gzip 0 to 9. */
interface Levels {
  readonly br: number
  readonly gzip: number
}

/** Compresses a body in one encoding. */
export function encode(identity: Buffer, encoding: Encoding, levels: Levels): Promise<Buffer> | Buffer {
  if (encoding === 'identity') return identity
  if (encoding === 'gzip') return compressGzip(identity, { level: levels.gzip })
  const params = { [constants.BROTLI_PARAM_QUALITY]: levels.br, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  return compressBr(identity, { params })
}

/** Compresses a body in every encoding. */
export async function encodingsOf(identity: Buffer, levels: Levels): Promise<Readonly<Record<Encoding, Buffer>>> {
  const [br, gz] = await Promise.all([encode(identity, 'br', levels), encode(identity, 'gzip', levels)])
  return { br, gzip: gz, identity }
}

/** The best encoding that an `Accept-Encoding` header accepts. */
export function encodingFor(accept: string | string[] | undefined): Encoding {
  const accepted = String(accept ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity'
}

/** Escapes a text for HTML: between tags, or in an attribute with double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
