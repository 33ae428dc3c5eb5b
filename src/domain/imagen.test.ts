import { expect, test } from 'vitest'
import { storedNameOf, altTextOf } from './imagen.ts'

test.each([
  ['gran_final_1a2b3c4d.webp', 'Gran final'],
  ['élite-en-pista.JPG', 'Élite en pista'],
  ['2_clave.webp', '2 clave'],
  ['foto_20250410.jpg', 'Foto 20250410'],
  ['gran_final_48213907.webp', 'Gran final'],
  ['gran_final_20251340.webp', 'Gran final'],
  ['gala_20250410_1a2b3c4d.webp', 'Gala 20250410'],
  ['_1a2b3c4d.webp', 'Imagen del evento'],
  ['💃_1a2b3c4d.webp', 'Imagen del evento'],
  ['\ufe0f_1a2b3c4d.webp', 'Imagen del evento'],
  ['\u3164_1a2b3c4d.webp', 'Imagen del evento'],
])('%s has the alternative text %s', (archivo, texto) => {
  expect(altTextOf(archivo)).toBe(texto)
})

test.each([
  ['Niños de la Peña (2025).JPG', 'Niños_de_la_Peña_2025'],
  ['Campeo\u0301n.png', 'Campeón'],
  ['二人 の ダンス.webp', '二人_の_ダンス'],
  ['../../etc/passwd.png', 'etc_passwd'],
  ['.png', 'imagen'],
  ['💃💃.png', 'imagen'],
  ['❤\ufe0f.png', 'imagen'],
  ['\u3164.png', 'imagen'],
  ['❤\ufe0f Final ✨\ufe0f.png', 'Final'],
  ['1\ufe0f\u20e3 lugar.png', '1\u20e3_lugar'],
])('%s is stored as %s', (original, nombre) => {
  expect(storedNameOf(original)).toBe(nombre)
})

test('a long name ends with a whole word; a single word that is too long is cut', () => {
  const long = storedNameOf(`${'pareja ganadora '.repeat(6)}.png`)
  expect(long).toBe('pareja_ganadora_pareja_ganadora_pareja_ganadora_pareja')
  expect(Array.from(storedNameOf(`${'𠮷'.repeat(90)} y más.png`))).toHaveLength(60)
})
