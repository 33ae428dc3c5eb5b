import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { pathOfParte } from '../../src/server/files/store.ts'
import { startApp } from '../support/app.ts'
import { aTrack } from '../support/mp3.ts'
import { begin, bring, files, idOf, partes, tus } from '../support/tus.ts'

test('an upload that arrives in hundreds of tiny pieces is refused, and its files are removed', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const track = aTrack(60)
  const { path } = await begin(app, user, track.length)
  const subida = idOf(path)
  const crumbs = Array.from({ length: 500 }, (_, inicio) => ({ subida, inicio, bytes: 1, archivo: String(inicio) }))
  await app.deps.db.write((tx) => tx.insertInto('subida_parte').values(crumbs).execute())
  const answer = await bring(app, user, path, { at: 500, bytes: track.subarray(500, 501) })
  expect([answer.status, answer.code]).toEqual([412, 'subida.protocol'])
  expect([(await tus(app, user, ['HEAD', path])).status, await partes(app)]).toEqual([404, []])
})

test('pieces of one byte use up the write budget as larger ones do', async () => {
  const spent: number[] = []
  await using app = await startApp()
  const user = await app.as('usuario')
  const track = aTrack(60)
  const { path } = await begin(app, user, track.length)
  vi.spyOn(app.deps.budget, 'spend').mockImplementation((_actor, bytes) => void spent.push(bytes))
  for (let at = 0; at < 5; at += 1) await bring(app, user, path, { at, bytes: track.subarray(at, at + 1) })
  expect(spent).toEqual(Array.from({ length: 5 }, () => 64 * 1024))
})

test('the hourly cleaning removes files of uploads that have no row, and keeps those of an open upload', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const { path } = await begin(app, user, 50_000)
  await bring(app, user, path, { bytes: aTrack(1) })
  const mine = await files(app)
  // Former versions kept pieces in a folder for each upload.
  for (const path of ['.subidas/huerfana', '.subidas/otra/parte', '.importando/1-a/files/musica/a.mp3'])
    await app.deps.files.put(path, Readable.from(['x']))
  expect(await files(app)).toEqual(mine)
  expect(await app.deps.files.list('.importando')).toEqual([])
})

test('a piece that was lost from the store ends its upload instead of blocking it', async () => {
  await using app = await startApp()
  const user = await app.as('usuario')
  const track = aTrack(20)
  const { path } = await begin(app, user, track.length)
  await bring(app, user, path, { bytes: track.subarray(0, 100_000) })
  for (const parte of await partes(app)) await app.deps.files.remove(pathOfParte(parte))
  const answer = await bring(app, user, path, { at: 100_000, bytes: track.subarray(100_000) })
  expect([answer.status, answer.code]).toEqual([404, 'subida.missing'])
  expect((await tus(app, user, ['HEAD', path])).status).toBe(404)
})
