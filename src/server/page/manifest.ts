import type { EventoPart } from '#contract/views/portada.ts'
import { nombreCorto } from '#domain/evento.ts'

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
