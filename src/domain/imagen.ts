/** Eight hexadecimal digits at the end that are no day of these two centuries. */
const MARCA = /_(?!(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)[0-9a-f]{8}$/
/** Without a letter or a digit there is nothing to read out. */
const LEGIBLE = /[\p{L}\p{N}]/u
/** Characters that show nothing, as an emoji's variation selector; some of them pass for letters. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * What an image shows, for who does not see it: all that is known of it is what its file was called. Uploaded files bear
 * a mark of their own at the end, which says nothing: `gran_final_1a2b3c4d.webp` is `Gran final`. A mark may be all figures,
 * and so may a date: what can be one stays.
 */
export function textoDe(archivo: string): string {
  const bare = archivo
    .replace(/\.[^.]*$/, '')
    .replace(MARCA, '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[_\-\s]+/g, ' ')
    .trim()
  return LEGIBLE.test(bare) ? bare.charAt(0).toLocaleUpperCase('es') + bare.slice(1) : 'Imagen del evento'
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
    .replaceAll(INVISIBLE, '')
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => LEGIBLE.test(word))
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
