import { expect, test } from 'vitest'
import { createInscripcion, DURACION_HEADER } from '#contract/inscripciones.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { FilesAway, type FileStore } from '../../src/server/files/store.ts'
import { startApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { aTrack, aTrackOf } from '../support/mp3.ts'
import { startPair } from '../support/pair.ts'
import { generator } from '../support/random.ts'
import { Tropiezo, UNTOLD } from '../support/tropiezo.ts'
import { begin, bring, counted, files, idOf, offsetOf, partes, stall, storedBytes, tus } from '../support/tus.ts'

/** Two instances of one place, and a person who reaches both. */
async function pair(options: Parameters<typeof startPair>[0] = {}) {
  const two = await startPair(options)
  return { ...two, user: await two.here.as('usuario') }
}

test('an upload that begins on one instance ends on another, and the entry plays the same bytes', async () => {
  await using two = await pair()
  const { here, there, user } = two
  const { categorias } = await seedDia(here, 'jueves', { Salsa: 0 })
  const track = aTrackOf(3_000_000)
  const { path } = await begin(here, user, track.length)
  const cuts = [0, 10, 1_200_000, 1_200_001, 2_500_000, track.length]
  for (const [index, at] of cuts.slice(0, -1).entries()) {
    const app = index % 2 ? there : here
    expect(await offsetOf(app, user, path)).toBe(at)
    const answer = await bring(app, user, path, { at, bytes: track.subarray(at, cuts[index + 1]) })
    expect([answer.status, Number(answer.headers['upload-offset'])]).toEqual([204, cuts[index + 1]])
  }

  const input = { nombre: 'Ana', compania: 'Son', categoriaId: categorias[0]?.id ?? '', subida: idOf(path) }
  const { id } = await there.at(user).send(createInscripcion, input)
  const headers = { cookie: user.cookie ?? '' }
  const heard = await here.app.http.inject({ url: `/api/competidores/${id}/musica`, headers })
  expect(heard.rawPayload.equals(track)).toBe(true)
  expect(await files(here)).toEqual([])
  expect(await partes(here)).toEqual([])
})

test('of two instances that receive the same bytes at once, one stores them and the other refuses them; the upload goes on from there', async () => {
  const both = Promise.withResolvers<void>()
  let waiting = 0
  // Both instances have stored the bytes before either of them says so in the database.
  const together = (store: FileStore): FileStore => ({
    ...store,
    put: async (path, content) => {
      await store.put(path, content)
      waiting += 1
      if (waiting === 2) both.resolve()
      await both.promise
    },
  })
  await using two = await pair({ files: together })
  const { here, there, user } = two
  const tracks = [
    aTrackOf(900_000),
    Buffer.concat([aTrack(5), aTrackOf(900_000)]).subarray(0, aTrackOf(900_000).length),
  ]
  const [one = Buffer.alloc(0), other = Buffer.alloc(0)] = tracks
  const { path } = await begin(here, user, one.length)

  const answers = await Promise.all([
    bring(here, user, path, { bytes: one.subarray(0, 500_000) }),
    bring(there, user, path, { bytes: other.subarray(0, 400_000) }),
  ])

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]))
  expect(answers.find(({ status }) => status === 409)).toMatchObject({
    code: 'subida.offset',
    message: PROBLEMS['subida.offset'],
  })
  const [winner, at] = answers[0]?.status === 204 ? [one, 500_000] : [other, 400_000]
  expect(await offsetOf(there, user, path)).toBe(at)
  expect(await files(here)).toHaveLength(1)
  await bring(there, user, path, { at, bytes: winner.subarray(at) })
  expect((await storedBytes(here, path)).equals(winner)).toBe(true)
})

test('a complete upload that two instances are asked about at once is measured, and kept as one file', async () => {
  let full = false
  // The last byte is stored, and the server stops before it measures.
  const stopping = (store: FileStore): FileStore => ({
    ...store,
    get: (path, range) => (full ? store.get(path, range) : Promise.reject(new Error('stopped'))),
  })
  await using two = await pair({ files: stopping })
  const { here, there, user } = two
  const track = aTrack(40)
  const { path } = await begin(here, user, track.length)
  expect((await bring(here, user, path, { bytes: track })).status).toBe(500)
  full = true
  const asked = [here, there, here, there].map((app) => tus(app, user, ['HEAD', path]))
  for (const { status, headers } of await Promise.all(asked))
    expect([status, headers[DURACION_HEADER]]).toEqual([200, '40'])
  expect(await files(here)).toHaveLength((await partes(here)).length)
  expect((await storedBytes(there, path)).equals(track)).toBe(true)
})

test('while the store is away an upload is refused with a sentence, and later goes on from the stored pieces', async () => {
  let away = false
  const unsteady = (store: FileStore): FileStore => ({
    ...store,
    put: (path, content) => {
      if (!away) return store.put(path, content)
      content.destroy()
      return Promise.reject(new FilesAway('away'))
    },
  })
  await using app = await startApp({ files: unsteady })
  const user = await app.as('usuario')
  const track = aTrackOf(2_500_000)
  const { path } = await begin(app, user, track.length)
  await bring(app, user, path, { bytes: track.subarray(0, 1_500_000) })
  away = true
  const refused = await bring(app, user, path, { at: 1_500_000, bytes: track.subarray(1_500_000) })
  expect([refused.status, refused.message]).toEqual([503, PROBLEMS['archivo.away']])
  expect(await offsetOf(app, user, path)).toBe(1_500_000)
  away = false
  expect((await bring(app, user, path, { at: 1_500_000, bytes: track.subarray(1_500_000) })).status).toBe(204)
  expect((await storedBytes(app, path)).equals(track)).toBe(true)
})

test('twenty connections that send the same bytes of one upload store them once', async () => {
  await using two = await pair()
  const { here, there, user } = two
  const track = aTrackOf(1_500_000)
  const { path } = await begin(here, user, track.length)
  // Of two connections at one instance the earlier one is cut.
  const sent = Array.from({ length: 20 }, (_, index) =>
    bring(index % 2 ? there : here, user, path, { bytes: track.subarray(0, 1_000_000 + index) }).then(
      ({ status }) => status,
      () => 'cut',
    ),
  )
  const answers = await Promise.all(sent)
  expect(answers.filter((status) => status === 204).length).toBeGreaterThan(0)
  expect(answers.filter((status) => ![204, 409, 'cut'].includes(status))).toEqual([])
  const at = await offsetOf(here, user, path)
  expect((await bring(there, user, path, { at, bytes: track.subarray(at) })).status).toBe(204)
  expect((await storedBytes(here, path)).equals(track)).toBe(true)
  expect(await files(here)).toHaveLength((await partes(here)).length)
})

test('an upload whose connections are cut at random places on two instances ends with the same bytes, and no offset goes back', async () => {
  const { arrived, files: counting } = counted()
  await using two = await pair({ files: counting })
  const { here, there, user } = two
  const origins = [await here.listen(), await there.listen()]
  const below = generator(11)
  for (let run = 0; run < 4; run += 1) {
    const track = aTrackOf(2_200_000 + below(600_000))
    const { path } = await begin(here, user, track.length)
    let at = 0
    for (let cut = 0; cut < 8 && at < track.length - 1; cut += 1) {
      const bytes = track.subarray(at, at + 1 + below(track.length - at - 1))
      const side = below(2)
      const line = await stall({ arrived, origin: origins[side] ?? '', who: user }, path, {
        at,
        bytes,
        length: track.length - at,
      })
      line.cut()
      await line.closed
      // Asked where the line was: there the rest of it is stored before the answer.
      const next = await offsetOf(side === 0 ? here : there, user, path)
      expect([next >= at, next <= at + bytes.length]).toEqual([true, true])
      at = next
    }
    expect(await offsetOf(there, user, path)).toBe(at)
    expect((await bring(there, user, path, { at, bytes: track.subarray(at) })).status).toBe(204)
    expect((await storedBytes(here, path)).equals(track)).toBe(true)
  }
})

test.each(['here', 'there'] as const)(
  'an upload that is removed %s while its body arrives leaves no row and no file',
  async (side) => {
    const { arrived, files: counting } = counted()
    await using two = await pair({ files: counting })
    const { here, user } = two
    const origin = await here.listen()
    const track = aTrackOf(2_000_000)
    const { path } = await begin(here, user, track.length)
    const line = await stall({ arrived, origin, who: user }, path, {
      at: 0,
      bytes: track.subarray(0, 300_000),
      length: track.length,
    })
    expect((await tus(two[side], user, ['DELETE', path])).status).toBe(204)
    line.cut()
    await line.closed
    await expect.poll(() => files(here)).toEqual([])
    expect((await bring(here, user, path, { bytes: track })).status).toBe(404)
    expect(await partes(here)).toEqual([])
  },
)

test('after a failure at any step of the last request, an upload goes on to the same bytes, and leaves no orphan', async () => {
  const tropiezo = new Tropiezo()
  await using app = await startApp({ files: tropiezo.files, database: tropiezo.database })
  const user = await app.as('usuario')
  const track = aTrackOf(2_300_000)
  const failed: string[] = []
  for (let step = 1; ; step += 1) {
    const { path } = await begin(app, user, track.length)
    await bring(app, user, path, { bytes: track.subarray(0, 700_000) })
    await tropiezo.during(step, () => bring(app, user, path, { at: 700_000, bytes: track.subarray(700_000) }))
    if (tropiezo.at === null) break
    failed.push(tropiezo.at)

    const at = await offsetOf(app, user, path)
    if (at < track.length) expect((await bring(app, user, path, { at, bytes: track.subarray(at) })).status).toBe(204)
    expect((await storedBytes(app, path)).equals(track), tropiezo.at).toBe(true)
    expect((await tus(app, user, ['DELETE', path])).status).toBe(204)
    expect([await files(app), await partes(app)], tropiezo.at).toEqual([[], []])
  }
  expect(failed).toEqual(expect.arrayContaining(['statement', 'after put', 'commit', UNTOLD]))
})
