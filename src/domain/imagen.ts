/** The random suffix of an uploaded file: eight hexadecimal digits at the end that cannot be a date from 1900 to 2099. */
const SUFFIX = /_(?!(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)[0-9a-f]{8}$/
/** A screen reader needs at least one letter or digit. */
const LEGIBLE = /[\p{L}\p{N}]/u
/** Invisible characters, such as variation selectors. Some of them count as letters. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The alternative text of an image, made from its file name, without the random suffix of an uploaded file:
 * `gran_final_1a2b3c4d.webp` is `Gran final`. A suffix of digits that can be a date is kept.
 */
export function altTextOf(archivo: string): string {
  const bare = archivo
    .replace(/\.[^.]*$/, '')
    .replace(SUFFIX, '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[_\-\s]+/g, ' ')
    .trim()
  return LEGIBLE.test(bare) ? bare.charAt(0).toLocaleUpperCase('es') + bare.slice(1) : 'Imagen del evento'
}

/** The longest name of an image, in characters: in every script it stays below the 255 bytes that file systems allow. */
const MAX_CHARACTERS = 60

/**
 * The name of an uploaded image in the store, without suffix and extension. Keeps the words of the original file name,
 * because `altTextOf` makes the alternative text from them: letters and digits of any script; other characters separate
 * words.
 */
export function storedNameOf(original: string): string {
  const words = original
    .replace(/\.[^.]*$/, '')
    .replaceAll(INVISIBLE, '')
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => LEGIBLE.test(word))
  const kept = words
    .filter((_, index) => Array.from(words.slice(0, index + 1).join('_')).length <= MAX_CHARACTERS)
    .join('_')
  const [first = 'imagen'] = words
  return kept || Array.from(first).slice(0, MAX_CHARACTERS).join('')
}
