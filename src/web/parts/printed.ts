import type { Evento } from '#domain/evento.ts'

/** The names of the event in the served HTML: shown until the live view arrives. */
type Printed = Pick<Evento, 'nombre' | 'subtitulo' | 'edicion'>

function readPrinted(): Printed {
  const textOf = (name: keyof Printed): string => document.querySelector(`[data-evento="${name}"]`)?.textContent ?? ''
  return { nombre: textOf('nombre'), subtitulo: textOf('subtitulo'), edicion: textOf('edicion') }
}

// Read when the module is loaded: the application then replaces that HTML.
export const printed = readPrinted()
