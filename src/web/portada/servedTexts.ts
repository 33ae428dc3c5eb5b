import type { Evento } from '#domain/evento.ts'

const textOf = (name: string): string => document.querySelector(`[data-evento="${name}"]`)?.textContent ?? ''

/** The texts of the event in the HTML as served: shown until the live view arrives. Read before React replaces that HTML. */
export const servedTexts: Pick<Evento, 'nombre' | 'subtitulo' | 'edicion'> = {
  nombre: textOf('nombre'),
  subtitulo: textOf('subtitulo'),
  edicion: textOf('edicion'),
}
