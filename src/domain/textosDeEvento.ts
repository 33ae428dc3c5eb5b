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
} as const
