import type { Evento } from '#domain/evento.ts'

type ServedTexts = Pick<Evento, 'nombre' | 'subtitulo' | 'edicion'>

function readServedTexts(): ServedTexts {
  const textOf = (name: keyof ServedTexts): string =>
    document.querySelector(`[data-evento="${name}"]`)?.textContent ?? ''
  return { nombre: textOf('nombre'), subtitulo: textOf('subtitulo'), edicion: textOf('edicion') }
}

/** The texts of the event in the HTML as served: shown until the live view arrives. Read before React replaces that HTML. */
export const servedTexts: ServedTexts = readServedTexts()
