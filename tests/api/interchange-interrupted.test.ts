import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { portada } from '#contract/views/portada.ts'
import { syncGaleria } from '../../src/server/evento/galeria.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { importTree } from '../../src/server/interchange/import.ts'
import { readSource } from '../../src/server/interchange/source.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { FILES, load, put, rowsOf, seedEvento, stored, TREE, treeIn } from '../support/evento.ts'
import { sweepOrphans } from '../support/sweep.ts'

/** A store that fails from the n-th write on. */
function dyingStore(files: FileStore, writes: number): FileStore {
  let left = writes
  return {
    ...files,
    put: async (path, content) => {
      if (left === 0) {
        content.destroy()
        throw new Error('dead')
      }
      left -= 1
      await files.put(path, content)
    },
  }
}

const shown = async (app: TestApp) => (await app.visitor.see(portada))?.imagenes.map(({ archivo }) => archivo)

test.each([0, 1, 2])('an import that stops after %i files changes nothing, and can be repeated', async (writes) => {
  await using app = await startApp()
  await app.as('usuario')
  await seedEvento(app)
  await syncGaleria(app.deps)
  const before = await rowsOf(app)
  const dying = { ...app.deps, files: dyingStore(app.deps.files, writes) }
  const source = await readSource(treeIn(TREE, FILES))
  await expect(importTree(dying, source, { replace: true })).rejects.toThrow('dead')

  await syncGaleria(app.deps)
  expect(await shown(app)).toEqual(['vieja.jpg'])
  const { galeria: _new, ...after } = await rowsOf(app)
  const { galeria: _old, ...rows } = before
  expect(after).toEqual(rows)

  expect(await importTree(app.deps, source, { replace: true })).toMatchObject({ done: true })
  await syncGaleria(app.deps)
  expect(await shown(app)).toEqual(['nueva.jpg'])
  await sweepOrphans(app)
  expect(await stored(app)).toEqual(FILES.toSorted())
  const content = await app.deps.files.get('musica/nueva.mp3')
  expect(content && (await text(content))).toBe('musica/nueva.mp3')
})

test(
  'the files of an import that stopped are removed a day later, and its images are never shown',
  { tags: 's3' },
  async () => {
    await using app = await startApp()
    const dying = { ...app.deps, files: dyingStore(app.deps.files, 2) }
    const source = await readSource(treeIn(TREE, ['carrusel/a.jpg', 'carrusel/b.jpg', ...FILES]))
    await expect(importTree(dying, source, { replace: false })).rejects.toThrow('dead')
    await syncGaleria(app.deps)
    expect([(await stored(app)).length, await shown(app)]).toEqual([2, []])
    await sweepOrphans(app)
    await syncGaleria(app.deps)
    expect([await stored(app), await shown(app)]).toEqual([[], []])
  },
)

test('a stored file keeps its content when an import brings another one of its name', async () => {
  await using app = await startApp()
  await put(app, 'carrusel/nueva.jpg')
  await syncGaleria(app.deps)
  await load(app, treeIn(TREE, FILES))
  const [entry] = await app.deps.db.read((tx) => tx.selectFrom('competidores').selectAll().execute())
  expect(entry?.musicaPath).toBe('musica/nueva.mp3')
  const file = treeIn(TREE, FILES, 'otra')

  await load(app, file, { replace: true })

  const row = await app.deps.db.read((tx) => tx.selectFrom('competidores').selectAll().executeTakeFirstOrThrow())
  expect(row.musicaPath).toMatch(/^musica\/nueva_[0-9a-f]{8}\.mp3$/)
  const [one, other] = await Promise.all(
    ['musica/nueva.mp3', row.musicaPath ?? ''].map((path) => app.deps.files.get(path)),
  )
  expect([one && (await text(one)), other && (await text(other))]).toEqual([
    'musica/nueva.mp3',
    'otra musica/nueva.mp3',
  ])
  expect(await shown(app)).toEqual([expect.stringMatching(/^nueva_[0-9a-f]{8}\.jpg$/)])
  await sweepOrphans(app)
  expect(await stored(app)).toHaveLength(3)
})

test('an import does not call the store inside its transaction', { tags: 's3' }, async () => {
  let isWriting = false
  const asked: string[] = []
  await using app = await startApp({
    database: (db) => ({
      ...db,
      write: (run) =>
        db.write(async (tx) => {
          isWriting = true
          return run(tx).finally(() => (isWriting = false))
        }),
    }),
    files: (files) =>
      new Proxy(files, {
        get: (store, name: keyof FileStore) => {
          if (isWriting) asked.push(name)
          return store[name]
        },
      }),
  })
  await app.as('usuario')
  await seedEvento(app)
  expect(await load(app, treeIn(TREE, FILES), { replace: true })).toMatchObject({ done: true })
  expect(asked).toEqual([])
})
