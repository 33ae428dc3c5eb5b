import type { Evento } from '#domain/evento.ts'

/** The names that the page was served with: shown until the server's own come, so that they do not change twice. */
export type Printed = Pick<Evento, 'nombre' | 'subtitulo' | 'edicion'>

export function readPrinted(root: HTMLElement): Printed {
  const textOf = (name: keyof Printed): string => root.querySelector(`[data-evento="${name}"]`)?.textContent ?? ''
  return { nombre: textOf('nombre'), subtitulo: textOf('subtitulo'), edicion: textOf('edicion') }
}
