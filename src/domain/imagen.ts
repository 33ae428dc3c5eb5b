/**
 * What an image shows, for who does not see it: all that is known of it is what its file was called. Uploaded files bear
 * a mark of their own at the end, which says nothing: `gran_final_1a2b3c4d.webp` is `Gran final`. Eight figures are a date.
 */
export function textoDe(archivo: string): string {
  const bare = archivo
    .replace(/\.[^.]*$/, '')
    .replace(/_(?!\d{8}$)[0-9a-f]{8}$/, '')
    .replaceAll(/[_\-\s]+/g, ' ')
    .trim()
  return bare === '' ? 'Imagen del evento' : bare.charAt(0).toLocaleUpperCase('es') + bare.slice(1)
}

/** So long at most is the name of a file: in any script it stays below what a disk takes. */
const LARGO_MAX = 60

/**
 * The name under which an uploaded image is kept, without mark and ending: what it was called, word by word, since that is
 * read out to who does not see it. Letters and digits of any script stay; all else parts words.
 */
export function nombreDe(original: string): string {
  const words = original
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const kept = words.filter((_, index) => lengthOf(words.slice(0, index + 1).join('_')) <= LARGO_MAX).join('_')
  return (
    kept ||
    Array.from(words[0] ?? 'imagen')
      .slice(0, LARGO_MAX)
      .join('')
  )
}

function lengthOf(text: string): number {
  return Array.from(text).length
}
