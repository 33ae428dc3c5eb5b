import { EJEMPLO, type ClaveDeEvento, type Evento } from './evento.ts'

/** The texts of the event, by the names of their fields. */
export const TEXTOS_DE_EVENTO = {
  nombre: 'Nombre del evento',
  subtitulo: 'Subtítulo',
  edicion: 'Edición',
  hotel: 'Hotel',
  direccion: 'Dirección',
  enlaceMapa: 'Enlace del mapa',
  correo: 'Correo de contacto',
  telefono: 'Teléfono de contacto',
  derechos: 'Derechos',
} as const satisfies Readonly<Record<ClaveDeEvento, string>>

/** Their example may be the text of the event. */
const DE_TODOS: readonly string[] = ['subtitulo', 'derechos'] satisfies ClaveDeEvento[]

/** The names of the fields that still hold the example of a new event. */
export function textosDeEjemplo(textos: Evento): string[] {
  const claves = Object.keys(EJEMPLO) as readonly ClaveDeEvento[]
  return claves
    .filter((clave) => textos[clave] === EJEMPLO[clave] && !DE_TODOS.includes(clave))
    .map((clave) => TEXTOS_DE_EVENTO[clave])
}
