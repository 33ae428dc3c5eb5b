import { expect, test } from 'vitest'
import { rechazoOf } from './rechazo.ts'
import { PROBLEMS, type ProblemCode } from '#domain/problem.ts'

const MEGA = 1024 * 1024

/** The message about a file, with plain spaces. */
function said(code: ProblemCode, bytes: number, segundos: number | null = null): string[] {
  const refusal = { code, message: PROBLEMS[code], fields: {} }
  const { title, text } = rechazoOf(refusal, { nombre: 'mezcla.mp3', bytes, segundos })
  return [title, text].map((one) => one.replaceAll('\u00a0', ' '))
}

test('the message about a file that is too large has its size and its size at 192 kbps', () => {
  expect(said('musica.tooLarge', 41 * MEGA, 300)).toEqual([
    'El archivo pesa 41 MB.',
    'El máximo es 30 MB. Expórtalo a 192 kbps y pesará cerca de 7 MB.',
  ])
  expect(said('musica.tooLarge', 30 * MEGA + 1, null)).toEqual([
    'El archivo pesa 30.1 MB.',
    'El máximo es 30 MB. Expórtalo a 192 kbps: 15 min pesan cerca de 21 MB.',
  ])
  expect(said('musica.tooLarge', 41 * MEGA, 1_100)[1]).toBe(
    'El máximo es 30 MB. Además dura 18:20 y el máximo es 15 min. Recórtalo y expórtalo a 192 kbps.',
  )
})

test('the message about a track that is too short or too long has its length when it is known', () => {
  expect(said('musica.tooShort', 100, 0.52)).toEqual([
    'La música dura 0.5 s.',
    'El mínimo es 1 s. Elige la música completa.',
  ])
  expect(said('musica.tooLong', 100, 962)).toEqual([
    'La música dura 16:02.',
    'El máximo es 15 min. Recórtala y vuelve a subirla.',
  ])
  expect(said('musica.tooShort', 100)).toEqual(['La música dura menos de 1 segundo.', 'Elige la música completa.'])
  // The browser measures less than the server: its figure would contradict the refusal.
  expect(said('musica.tooLong', 100, 899.9)[0]).toBe('La música dura más de 15 minutos.')
})

test('the message about a file that is no mp3 or empty says the fault and the remedy', () => {
  expect(said('musica.notMp3', 100)).toEqual(['mezcla.mp3 no es un mp3.', 'Conviértelo a mp3 y vuelve a subirlo.'])
  expect(said('musica.empty', 0)).toEqual([
    'El archivo está vacío.',
    'Descárgalo o expórtalo otra vez, comprueba que suena y vuelve a subirlo.',
  ])
})

test('a track that stops on its way is refused in one sentence, with the figures of the server', () => {
  const musica = 'La música se corta en 0:23. Expórtala otra vez como mp3.'
  const stops = { code: 'musica.stops', message: PROBLEMS['musica.stops'], fields: { musica } }
  expect(rechazoOf(stops, { nombre: 'mezcla.mp3', bytes: 1, segundos: null })).toEqual({
    title: 'mezcla.mp3',
    text: musica,
  })
})

test('every other refusal keeps its own sentences', () => {
  expect(said('subida.missing', 100)).toEqual([
    'La subida de la música no terminó o venció.',
    'Vuelve a elegir el archivo.',
  ])
})
