import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { BUILD_META } from '#contract/live.ts'
import type { EventoPart } from '#contract/views/portada.ts'
import { anchoOf } from '#domain/evento.ts'
import { escapeHtml, type Encoding } from '../http/representation.ts'

export const WEB_FOLDER = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** The HTML of the page built in a folder. Empty without a build, as in development. */
export function readPage(folder: string): string {
  return existsSync(folder) ? readFileSync(join(folder, 'index.html'), 'utf8') : ''
}

/** The page of a folder with the compressed files that the build put beside it. Undefined unless they are whole and of this page. */
export function readEncodings(folder: string): Readonly<Record<Encoding, Buffer>> | undefined {
  const file = join(folder, 'index.html')
  try {
    const [identity, br, gzip] = [readFileSync(file), readFileSync(`${file}.br`), readFileSync(`${file}.gz`)]
    const isCurrent = brotliDecompressSync(br).equals(identity) && gunzipSync(gzip).equals(identity)
    return isCurrent ? { identity, br, gzip } : undefined
  } catch {
    // The server compresses the page itself.
    return undefined
  }
}

/** The id of the build in the `<meta>` of a page; `undefined` for a page without one. */
export function buildOf(html: string): string | undefined {
  return new RegExp(`<meta name="${BUILD_META}" content="([^"]+)"`).exec(html)?.[1]
}

/** Sources of a Content-Security-Policy that allow the inline scripts or styles of the built page, and no others. */
export function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const inside = html.matchAll(new RegExp(`<${tag}(?: type="module")?>(.*?)</${tag}>`, 'gs'))
  return [...inside].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** Replaces the names of the default event in the built page, and its first image, by those of this event. */
export function withNames(
  html: string,
  { nombre, subtitulo, edicion }: EventoPart,
  imagen: string | undefined,
): string {
  const put = (page: string, after: string, text: string): string =>
    page.replace(new RegExp(`(${after})[^<"]*`), (_all, before: string) => before + escapeHtml(text))
  const places = [
    ['<title>', nombre],
    ['property="og:title" content="', nombre],
    ['name="description"\\s+content="', `${subtitulo || nombre}: horario minuto a minuto, calificaciones y sede.`],
    ...(imagen === undefined ? [] : [['name="imagen" content="', imagen] as const]),
    ['data-evento="nombre">', nombre],
    ['data-evento="subtitulo">', subtitulo],
    ['data-evento="edicion">', edicion],
    ['class="home-title" data-ancho="', String(anchoOf(nombre))],
    ['class="home-title" data-ancho="\\d+">', nombre],
  ] as const
  return places.reduce((page, [after, text]) => put(page, after, text), html)
}
