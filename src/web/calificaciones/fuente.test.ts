import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { escrituraOf } from './impreso.ts'

const FONT = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')

/** The characters of a font, from its `cmap` (format 4). */
function lettersOf(font: DataView): Set<number> {
  const tables = Array.from({ length: font.getUint16(4) }, (_, index) => 12 + index * 16)
  const cmap = font.getUint32((tables.find((at) => font.getUint32(at) === 0x636d6170) ?? 0) + 8)
  const subtables = Array.from(
    { length: font.getUint16(cmap + 2) },
    (_, index) => cmap + font.getUint32(cmap + 8 + index * 8),
  )
  const table = subtables.find((at) => font.getUint16(at) === 4) ?? 0
  const double = font.getUint16(table + 6)
  const letters = new Set<number>()
  for (let segment = 0; segment < double; segment += 2) {
    const end = font.getUint16(table + 14 + segment)
    const start = font.getUint16(table + 16 + double + segment)
    for (let code = start; code <= end && code < 0xffff; code += 1) letters.add(code)
  }
  return letters
}

test('the embedded font has every letter that is printed with it', () => {
  const bytes = readFileSync(FONT)
  const letters = lettersOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const isAssigned = (code: number): boolean => !/\p{Cn}/u.test(String.fromCodePoint(code))
  const missing = Array.from({ length: 0xffff }, (_, code) => code)
    .filter((code) => isAssigned(code) && escrituraOf(String.fromCodePoint(code)) === 'extendida' && !letters.has(code))
    .map((code) => `U+${code.toString(16)} ${String.fromCodePoint(code)}`)
  expect(missing).toEqual([])
})
