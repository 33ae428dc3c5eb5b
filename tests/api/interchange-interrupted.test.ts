import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { portada } from '#contract/views/portada.ts'
import type { FileStore } from '../../src/server/files/store.ts'
import { finishPendingFiles } from '../../src/server/interchange/staging.ts'
import { importTree } from '../../src/server/interchange/import.ts'
import { readSource } from '../../src/server/interchange/source.ts'
import { startApp } from '../support/app.ts'
import { FILES, load, put, rowsOf, seedEvento, stored, TREE, treeIn } from '../support/evento.ts'

/** A store that fails from the n-th move on. */
function dyingStore(files: FileStore, moves: number): FileStore {
  let left = moves
  return {
    ...files,
    move: async (from, to) => {
      if (left === 0) throw new Error('dead')
      left -= 1
      await files.move(from, to)
    },
  }
}

test.each([0, 1, 2])('an import that stops after %i files is finished at the next start', async (moves) => {
  await using app = await startApp()
  await app.as('usuario')
  await seedEvento(app)
  // One new image has the name of an image that is removed: it must stay also when it is moved first.
  await put(app, 'carrusel/nueva.jpg')
  const dying = { ...app.deps, files: dyingStore(app.deps.files, moves) }
  const imported = await importTree(dying, await readSource(treeIn(TREE, FILES)), { replace: true })
  expect(imported).toMatchObject({ done: true, filesLater: true })
  expect(await app.deps.files.list('.importando')).not.toEqual([])

  await finishPendingFiles(app.deps)
  expect(await stored(app)).toEqual(FILES.toSorted())
  expect(await app.deps.files.list('.importando')).toEqual([])
  expect((await rowsOf(app))['archivos_pendientes']).toEqual([])
  const content = await app.deps.files.get('musica/nueva.mp3')
  expect(content && (await text(content))).toBe('musica/nueva.mp3')
})

test('an import does not call the store inside its transaction', async () => {
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
  expect(await load(app, treeIn(TREE, FILES), { replace: true })).toMatchObject({ done: true, filesLater: false })
  expect(await stored(app)).toEqual(FILES.toSorted())
  expect(asked).toEqual([])
})

test('an import that a version before migration 0005 started is finished by this one', async () => {
  await using app = await startApp()
  await put(app, 'musica/vieja.mp3', '.importando/1-a/files/carrusel/a.jpg', '.importando/1-a/files/carrusel/b.jpg')
  const plan = { quitar: ['musica/vieja.mp3'], carrusel: ['b.jpg', 'a.jpg'], vacia: true }
  await app.deps.files.put('.importando/1-a/plan.json', Readable.from([JSON.stringify(plan)]))
  await app.deps.db.write((tx) => tx.insertInto('archivos_pendientes').values({ lote: '1-a' }).execute())

  await finishPendingFiles(app.deps)
  expect(await stored(app)).toEqual(['carrusel/a.jpg', 'carrusel/b.jpg'])
  expect((await app.visitor.see(portada))?.imagenes.map(({ archivo }) => archivo)).toEqual(['b.jpg', 'a.jpg'])
  expect(await app.deps.files.list('.importando')).toEqual([])
})

test('the staged files of an import that stopped before its rows are removed after hours, those of a recent one stay', async () => {
  await using app = await startApp()
  const now = Date.now()
  const [old, young] = [`${now - 7 * 3_600_000}-a`, `${now - 60_000}-b`]
  await put(app, `.importando/${old}/files/musica/a.mp3`, `.importando/${young}/files/musica/a.mp3`)
  await finishPendingFiles(app.deps)
  expect(await app.deps.files.list('.importando')).toEqual([`.importando/${young}/files/musica/a.mp3`])
  expect(await stored(app)).toEqual([])
})
