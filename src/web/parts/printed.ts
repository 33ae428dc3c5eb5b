import type { Evento } from '#domain/evento.ts'

/** The names that the page was served with: shown until the server's own come, so that they do not change twice. */
type Printed = Pick<Evento, 'nombre' | 'subtitulo' | 'edicion'>

function readPrinted(): Printed {
  const textOf = (name: keyof Printed): string => document.querySelector(`[data-evento="${name}"]`)?.textContent ?? ''
  return { nombre: textOf('nombre'), subtitulo: textOf('subtitulo'), edicion: textOf('edicion') }
}

// Read when the program is loaded: the application then takes the place of what was printed.
export const printed = readPrinted()
