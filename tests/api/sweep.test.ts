import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sweep } from '../../src/server/sweep.ts'
import { startApp } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = DAY_MS / 24

test('a file that gets its name back while the sweep removes the files before it stays', async () => {
  let now = Date.UTC(2026, 2, 20)
  let removed = async (): Promise<void> => undefined
  await using app = await startApp({
    now: () => now,
    files: (files) => ({ ...files, remove: (path) => files.remove(path).then(() => removed()) }),
  })
  const { files, db } = app.deps
  const { categorias } = await seedDia(app, 'jueves', { Salsa: 1 })
  for (const path of ['musica/a.mp3', 'musica/b.mp3']) await files.put(path, Readable.from(['x']))
  await sweep(app.deps)
  now += DAY_MS + HOUR_MS
  const entry = aCompetidor({ categoriaId: categorias[0]?.id ?? '', musicaPath: 'musica/b.mp3' })
  // As an import does meanwhile.
  removed = async () => {
    removed = async () => undefined
    await db.write((tx) => tx.insertInto('competidores').values(entry).execute())
  }

  await sweep(app.deps)

  expect(await files.list('musica')).toEqual(['musica/b.mp3'])
})
