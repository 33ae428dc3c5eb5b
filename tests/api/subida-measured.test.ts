import { expect, test } from 'vitest'
import { CORTADA_HEADER, DURACION_HEADER } from '#contract/inscripciones.ts'
import { startApp } from '../support/app.ts'
import { aTrack } from '../support/mp3.ts'
import { begin, bring, tus } from '../support/tus.ts'

test('an empty file is refused before anything is sent', async () => {
  await using app = await startApp()
  const answer = await begin(app, await app.as('usuario'), 0)
  expect([answer.status, answer.code]).toEqual([415, 'musica.empty'])
})

test('the answer to the last byte of a track has its length, and so has the answer to each later request', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const track = aTrack(151)
  const { path } = await begin(app, user, track.length)
  const first = await bring(app, user, path, { bytes: track.subarray(0, 20_000) })
  expect(first.headers).not.toHaveProperty(DURACION_HEADER)
  const last = await bring(app, user, path, { at: 20_000, bytes: track.subarray(20_000) })
  expect([last.status, last.headers[DURACION_HEADER]]).toEqual([204, '151'])
  expect((await tus(app, user, ['HEAD', path])).headers[DURACION_HEADER]).toBe('151')
})

test('a track whose last frame is cut is accepted with a notice, also in the answer to a later request', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const track = aTrack(9).subarray(0, -1)
  const { path } = await begin(app, user, track.length)
  const cut = { [DURACION_HEADER]: '9', [CORTADA_HEADER]: '1' }
  expect(await bring(app, user, path, { bytes: track })).toMatchObject({ status: 204, headers: cut })
  expect(await tus(app, user, ['HEAD', path])).toMatchObject({ status: 200, headers: cut })
  const other = await begin(app, user, aTrack(9).length)
  expect((await bring(app, user, other.path, { bytes: aTrack(9) })).headers).not.toHaveProperty(CORTADA_HEADER)
})
