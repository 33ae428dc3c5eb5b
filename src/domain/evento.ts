/** The texts of a new event. */
export const EJEMPLO = {
  nombre: 'Salsa Fest 2025',
  subtitulo: 'Campeonato Internacional de Baile',
  edicion: 'Décimo aniversario',
  hotel: 'Hotel Real de la Clave',
  direccion: 'Avenida de los Danzantes 1200, Centro, 76000 Querétaro, México',
  enlaceMapa: 'https://www.openstreetmap.org/search?query=Centro%2C%20Quer%C3%A9taro',
  correo: 'contacto@salsafest.example',
  telefono: '+52 442 555 0110',
  derechos: '© 2025 Salsa Fest. Todos los derechos reservados.',
} as const

export type ClaveDeEvento = keyof typeof EJEMPLO

/** The texts of the event, which the organiser edits. `zonaHoraria`: IANA name; every time on every screen is in this zone. */
export interface Evento extends Readonly<Record<ClaveDeEvento | 'zonaHoraria', string>> {
  /** The date of its Thursday, `YYYY-MM-DD`; absent without one. */
  readonly fecha?: string
}

/** The line widths, in letters, for which the style sheet has a size of the home title. */
const ANCHOS = [9, 12, 18, 26] as const

/**
 * The width, in letters, of a line of the home title: the smallest in which the name takes about three lines and no word
 * breaks; the greatest when none is enough. Shared by the server, which writes it into the page, and the home page.
 */
export function anchoOf(nombre: string): number {
  const words = nombre.split(/\s+/).map((word) => word.length)
  const needed = Math.max(Math.ceil(nombre.length / 3), ...words)
  return ANCHOS.find((ancho) => ancho >= needed) ?? 26
}

/** The letters that a phone shows under the icon of an installed app. */
const CORTO = 12

/** The first words of the event's name, as many as fit under an icon, without a last `de`, `y` or `&`; at least the first one. */
export function nombreCorto(nombre: string): string {
  const [first = '', ...rest] = nombre.trim().split(/\s+/)
  let corto = first
  for (const word of rest) {
    if (`${corto} ${word}`.length > CORTO) break
    corto = `${corto} ${word}`
  }
  return corto.replace(/(?:\s(?:\p{Ll}{1,3}|[^\p{L}\p{N}]+))+$/u, '')
}

/** The texts of a new event. The operator sets its zone. */
export function eventoDefault(zonaHoraria: string): Evento {
  return { ...EJEMPLO, zonaHoraria }
}
