import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { BUILD_META } from '#contract/live.ts'
import type { EventoPart } from '#contract/views/portada.ts'
import { anchoOf, nombreCorto } from '#domain/evento.ts'
import { escapeHtml, type Encoding } from '../http/representation.ts'

export const WEB_FOLDER = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** The HTML of the page built in a folder. Empty without a build, as in development. */
export function readPage(folder: string): string {
  return existsSync(folder) ? readFileSync(join(folder, 'index.html'), 'utf8') : ''
}

/** A frame around the window and a word at its foot, which stay while the notice is scrolled away. Not on the air, nor on paper. */
const FRAME = `@media screen{html:not([data-ruta=transmision]) body::before,html:not([data-ruta=transmision]) body::after{content:"";position:fixed;inset:0;z-index:99;border:3px solid #ffcf5c;pointer-events:none}
html:not([data-ruta=transmision]) body::after{content:"Ensayo";inset:auto auto 0 50%;translate:-50%;padding:0 .75rem;border-radius:.5rem .5rem 0 0;background:#ffcf5c;color:#231a2b;font:600 .8125rem/1.25rem system-ui,sans-serif}}`

/** The page of a rehearsal: it says so before everything else, on each screen and on paper. */
export function asEnsayo(html: string): string {
  const notice = 'Ensayo: nada de lo que hagas aquí cuenta.'
  return html.replace(
    '<body>',
    `<body><style>${FRAME}</style><p id="ensayo" class="stage px-4 py-3 text-center text-14 font-semibold">${notice}</p>`,
  )
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

/** The dark colour of the class `stage` (header, footer). A phone also shows it while the app starts. */
const STAGE = '#1a0b2b'

/** The web app manifest, with the names of the event. The icons are made by `scripts/icons.ts`. */
export function manifestOf({ nombre, subtitulo }: Pick<EventoPart, 'nombre' | 'subtitulo'>): string {
  return JSON.stringify({
    id: '/',
    name: nombre,
    short_name: nombreCorto(nombre),
    ...(subtitulo && { description: subtitulo }),
    lang: 'es',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: STAGE,
    background_color: STAGE,
    icons: [
      iconOf('icono-192.png', 192, 'any'),
      iconOf('icono-512.png', 512, 'any'),
      iconOf('icono-recortable-192.png', 192, 'maskable'),
      iconOf('icono-recortable-512.png', 512, 'maskable'),
    ],
  })
}

function iconOf(file: string, size: number, purpose: 'any' | 'maskable'): Readonly<Record<string, string>> {
  return { src: `/${file}`, sizes: `${size}x${size}`, type: 'image/png', purpose }
}
