import { expect, test } from 'vitest'
import { textoDe } from './imagen.ts'

test.each([
  ['gran_final_1a2b3c4d.webp', 'Gran final'],
  ['élite-en-pista.JPG', 'Élite en pista'],
  ['2_clave.webp', '2 clave'],
  ['_1a2b3c4d.webp', 'Imagen del evento'],
])('%s is read as %s', (archivo, texto) => {
  expect(textoDe(archivo)).toBe(texto)
})
