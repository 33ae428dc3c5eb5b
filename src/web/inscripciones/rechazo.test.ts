import { expect, test } from 'vitest'
import { rechazoOf } from './rechazo.ts'
import { PROBLEMS, type ProblemCode } from '#domain/problem.ts'

const MEGA = 1024 * 1024

/** The message about a file, with plain spaces. */
function said(code: ProblemCode, bytes: number, segundos: number | null): string[] {
  const refusal = { code, message: PROBLEMS[code], fields: {} }
  const { title, text } = rechazoOf(refusal, { nombre: 'mezcla.mp3', bytes, segundos })
  return [title, text].map((one) => one.replaceAll('\u00a0', ' '))
}

const CABEN = 'El máximo es 30 MB. Expórtalo a 192 kbps'

test.each([
  ['musica.tooLarge', 41 * MEGA, 300, 'El archivo pesa 41 MB.', `${CABEN} y pesará cerca de 7 MB.`],
  ['musica.tooLarge', 30 * MEGA + 1, null, 'El archivo pesa 30.1 MB.', `${CABEN}: 15 min pesan cerca de 21 MB.`],
  [
    'musica.tooLarge',
    41 * MEGA,
    1_100,
    'El archivo pesa 41 MB.',
    'El máximo es 30 MB. Además dura 18:20 y el máximo es 15 min. Recórtalo y expórtalo a 192 kbps.',
  ],
  ['musica.tooShort', 100, 0.52, 'La música dura 0.5 s.', 'El mínimo es 1 s. Elige la música completa.'],
  ['musica.tooShort', 100, null, 'La música dura menos de 1 segundo.', 'Elige la música completa.'],
  ['musica.tooLong', 100, 962, 'La música dura 16:02.', 'El máximo es 15 min. Recórtala y vuelve a subirla.'],
  // The browser measures less than the server: its figure would contradict the refusal.
  ['musica.tooLong', 100, 899.9, 'La música dura más de 15 minutos.', 'Recórtala y vuelve a subirla.'],
  ['musica.notMp3', 100, null, 'mezcla.mp3 no es un mp3.', 'Conviértelo a mp3 y vuelve a subirlo.'],
  [
    'musica.empty',
    0,
    null,
    'El archivo está vacío.',
    'Descárgalo o expórtalo otra vez, comprueba que suena y vuelve a subirlo.',
  ],
  // Every other refusal keeps its own sentences.
  ['subida.missing', 100, null, 'La subida de la música no terminó o venció.', 'Vuelve a elegir el archivo.'],
] as const)(
  '%s with %d bytes and %d s says the fault with its figures, and the remedy',
  (code, bytes, segundos, ...texts) => {
    expect(said(code, bytes, segundos)).toEqual(texts)
  },
)

test('a track that stops on its way is refused in one sentence, with the figures of the server', () => {
  const musica = 'La música se corta en 0:23. Expórtala otra vez como mp3.'
  const stops = { code: 'musica.stops', message: PROBLEMS['musica.stops'], fields: { musica } }
  expect(rechazoOf(stops, { nombre: 'mezcla.mp3', bytes: 1, segundos: null })).toEqual({
    title: 'mezcla.mp3',
    text: musica,
  })
})
