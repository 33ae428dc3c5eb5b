/** What the organiser says of the event. Everything has a value to show from the first start on. */
export interface Evento {
  readonly nombre: string
  readonly subtitulo: string
  readonly edicion: string
  readonly hotel: string
  readonly direccion: string
  readonly enlaceMapa: string
  readonly correo: string
  readonly telefono: string
  readonly derechos: string
  /** IANA name. All times are shown in it, to everybody. */
  readonly zonaHoraria: string
}

/** Letters of a line of the home title that its styles know sizes for. */
const ANCHOS = [9, 12, 18, 26] as const

/**
 * How many letters a line of the home title must hold, so that a name takes about three lines and no word of it is broken:
 * one of the widths that there are. The widest for what is longer still.
 */
export function anchoOf(nombre: string): number {
  const words = nombre.split(/\s+/).map((word) => word.length)
  const needed = Math.max(Math.ceil(nombre.length / 3), ...words)
  return ANCHOS.find((ancho) => ancho >= needed) ?? 26
}

/** The texts of a new event, for a zone that the operator set. */
export function eventoDefault(zonaHoraria: string): Evento {
  return {
    nombre: 'Salsa Fest 2025',
    subtitulo: 'Campeonato Internacional de Baile',
    edicion: 'Décimo aniversario',
    hotel: 'Hotel Real de la Clave',
    direccion: 'Avenida de los Danzantes 1200, Centro, 76000 Querétaro, México',
    enlaceMapa: 'https://www.openstreetmap.org/search?query=Centro%2C%20Quer%C3%A9taro',
    correo: 'contacto@salsafest.example',
    telefono: '+52 442 555 0110',
    derechos: '© 2025 Salsa Fest. Todos los derechos reservados.',
    zonaHoraria,
  }
}
