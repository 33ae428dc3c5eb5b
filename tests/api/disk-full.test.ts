import { expect, test, vi } from 'vitest'
import { createInscripcion, deleteInscripcion, saveCupo, updateInscripcion } from '#contract/inscripciones.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { BUDGET_BYTES } from '../../src/server/files/budget.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { startApp } from '../support/app.ts'
import { STORAGE_URL } from '../support/database.ts'
import { seedDia } from '../support/builders.ts'
import { aTrack } from '../support/mp3.ts'
import { begin, bring, upload } from '../support/tus.ts'

const ENTRY = { nombre: 'Ana', compania: 'Son' }

/** Counts the tracks that are stored, and how many were under way at one moment. */
function counted(): {
  readonly copies: { total: number; most: number }
  readonly files: (store: FileStore) => FileStore
} {
  const copies = { total: 0, most: 0 }
  let now = 0
  const files = (store: FileStore): FileStore => ({
    ...store,
    put: async (path, content) => {
      if (!path.startsWith('musica/')) return store.put(path, content)
      copies.total += 1
      now += 1
      copies.most = Math.max(copies.most, now)
      try {
        return await store.put(path, content)
      } finally {
        now -= 1
      }
    },
  })
  return { copies, files }
}

test('requests that the rules refuse store no track, also when many come at once', async () => {
  const { copies, files } = counted()
  await using app = await startApp({ files })
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 1, Casino: 1 })
  const [salsa = '', casino = ''] = categorias.map(({ id }) => id)
  const usuario = await app.as('usuario')
  await (await app.as('admin')).send(saveCupo, { id: salsa, cupo: 1 })
  const subida = await upload(app, usuario)
  const mine = await usuario.send(createInscripcion, {
    ...ENTRY,
    categoriaId: casino,
    subida: await upload(app, usuario),
  })
  copies.total = 0

  const refused = await Promise.allSettled([
    ...Array.from({ length: 50 }, () => usuario.send(createInscripcion, { ...ENTRY, categoriaId: salsa, subida })),
    ...Array.from({ length: 10 }, () => usuario.send(updateInscripcion, { id: mine.id, categoriaId: salsa })),
  ])

  const codes = refused.map((result) => (result.status === 'rejected' ? String(result.reason.code) : 'done'))
  // Of one person's requests only so many may wait.
  expect(new Set(codes.filter((code) => code !== 'server.busy'))).toEqual(new Set(['categoria.full']))
  expect([copies.total, (await app.deps.files.list('musica')).length]).toEqual([0, 1])
})

test('a rename does not wait for the track of another entry of the same account', async () => {
  const begun = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  await using app = await startApp({
    files: (files) => ({
      ...files,
      put: async (path, content) => {
        if (path.startsWith('musica/')) {
          begun.resolve()
          await open.promise
        }
        return files.put(path, content)
      },
    }),
  })
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 1 })
  const categoriaId = categorias[0]?.id ?? ''
  const id = competidores[0]?.id ?? ''
  const admin = await app.as('admin')
  const storing = admin.send(createInscripcion, { ...ENTRY, categoriaId, subida: await upload(app, admin) })
  await begun.promise
  const renames = Array.from({ length: 30 }, () => admin.send(updateInscripcion, { id, nombre: 'Bea', categoriaId }))
  await Promise.all(renames)
  open.resolve()
  await storing
})

test('one track handed in twenty times at once is stored once', { tags: 's3' }, async () => {
  const { copies, files } = counted()
  await using app = await startApp({ files })
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0 })
  const usuario = await app.as('usuario')
  const entry = { ...ENTRY, categoriaId: categorias[0]?.id ?? '', subida: await upload(app, usuario) }

  const sent = await Promise.allSettled(Array.from({ length: 20 }, () => usuario.send(createInscripcion, entry)))

  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect([copies, (await app.deps.files.list('musica')).length]).toEqual([{ total: 1, most: 1 }, 1])
})

test('a person over the write budget is told to wait, may still use every other command, and may write again later', async () => {
  let now = Date.parse('2025-03-20T12:00:00Z')
  await using app = await startApp({ now: () => now })
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, Casino: 0 })
  const [user, other] = [await app.as('usuario'), await app.as('usuario')]
  const entry = { nombre: 'Ana', compania: 'Son', categoriaId: categorias[0]?.id ?? '' }
  const { id } = await user.send(createInscripcion, { ...entry, subida: await upload(app, user) })
  const underway = await begin(app, user, 50_000)
  const subida = await upload(app, user)
  const actor = await app.deps.actorOf({ token: user.cookie?.split('=')[1] ?? '', isBearer: false })
  app.deps.budget.spend(actor, BUDGET_BYTES)

  const refusal = { status: 429, code: 'envio.tooMuch', message: PROBLEMS['envio.tooMuch'] }
  expect(await begin(app, user, 50_000)).toMatchObject({ ...refusal, headers: { 'retry-after': expect.any(String) } })
  expect(await bring(app, user, underway.path, { bytes: aTrack(1) })).toMatchObject(refusal)
  await expect(user.send(updateInscripcion, { id, subida })).rejects.toMatchObject({
    status: 429,
    code: 'envio.tooMuch',
  })
  // Another category copies the track.
  await expect(user.send(updateInscripcion, { id, categoriaId: categorias[1]?.id ?? '' })).rejects.toMatchObject({
    status: 429,
    code: 'envio.tooMuch',
  })
  // A command that writes no file goes on: at a desk, the turn and a password do not wait for the files.
  await user.send(updateInscripcion, { id, nombre: 'Bea' })
  expect((await begin(app, other, 50_000)).status).toBe(201)
  await user.send(deleteInscripcion, { id })

  now += 61 * 60_000
  expect((await begin(app, user, 50_000)).status).toBe(201)
})

test('the write budget counts every byte that is sent and stored, and each upload begun', { tags: 's3' }, async () => {
  const spent: number[] = []
  await using app = await startApp()
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 0, Casino: 0 })
  const user = await app.as('usuario')
  vi.spyOn(app.deps.budget, 'spend').mockImplementation((_actor, bytes) => void spent.push(bytes))
  // A smaller piece counts for 64 kB.
  const track = aTrack(6)
  const entry = { nombre: 'Ana', compania: 'Son', categoriaId: categorias[0]?.id ?? '' }
  const { id } = await user.send(createInscripcion, { ...entry, subida: await upload(app, user, track) })
  expect(spent.filter((bytes) => bytes === track.length)).toHaveLength(2)
  expect(spent.filter((bytes) => bytes === 1024 ** 2)).toHaveLength(1)

  // In a folder the track gets a second name: no byte is written.
  const isS3 = Boolean(STORAGE_URL)
  await user.send(updateInscripcion, { id, categoriaId: categorias[1]?.id ?? '' })
  expect(spent.filter((bytes) => bytes === track.length)).toHaveLength(isS3 ? 3 : 2)
})
