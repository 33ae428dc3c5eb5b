/**
 * What an image shows, for who does not see it: all that is known of it is what its file was called. Uploaded files bear
 * a mark of their own at the end, which says nothing: `gran_final_1a2b3c4d.webp` is `Gran final`.
 */
export function textoDe(archivo: string): string {
  const bare = archivo
    .replace(/\.[^.]*$/, '')
    .replace(/_[0-9a-f]{8}$/, '')
    .replaceAll(/[_\-\s]+/g, ' ')
    .trim()
  return bare === '' ? 'Imagen del evento' : bare.charAt(0).toLocaleUpperCase('es') + bare.slice(1)
}
