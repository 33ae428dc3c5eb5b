import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBr = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** Compresses what is made once and sent often. How hard: brotli 0 to 11, gzip 0 to 9. */
export async function encodingsOf(
  identity: Buffer,
  hard: { readonly br: number; readonly gzip: number },
): Promise<Readonly<Record<Encoding, Buffer>>> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: hard.br, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  const [br, gz] = await Promise.all([compressBr(identity, { params }), compressGzip(identity, { level: hard.gzip })])
  return { br, gzip: gz, identity }
}

/** The best encoding that a browser's `Accept-Encoding` takes. */
export function encodingFor(accept: string | string[] | undefined): Encoding {
  const said = String(accept ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(said)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(said) ? 'gzip' : 'identity'
}
