import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { exportTree } from '../../src/server/interchange/export.ts'
import { startApp } from '../support/app.ts'
import { FILES, filesIn, load, TREE, treeIn, unload } from '../support/evento.ts'

test('an export replaces an earlier export and refuses a folder with other content', async () => {
  await using app = await startApp()
  await load(app, treeIn(TREE, FILES))
  const file = await unload(app)
  await app.deps.files.remove('carrusel/nueva.jpg')
  await app.deps.files.remove('musica/nueva.mp3')
  const { faltan } = await exportTree(app.deps, file)
  expect(faltan).toEqual(['musica/nueva.mp3'])
  expect(Object.keys(filesIn(dirname(file)))).toEqual(['evento.json', 'files/fotos/nueva.jpg'])
  // The tree names the missing file, so that it can be imported again.
  await using other = await startApp()
  expect(await load(other, file)).toMatchObject({ done: true })

  mkdirSync(join(dirname(file), 'files/mías'))
  const before = filesIn(dirname(file))
  await expect(exportTree(app.deps, file)).rejects.toThrow('Exporta a otra carpeta')
  writeFileSync(join(dirname(file), 'files/mías/a.txt'), 'a')
  await expect(exportTree(app.deps, join(dirname(file), 'files'))).rejects.toThrow('es una carpeta')
  expect(filesIn(dirname(file))).toMatchObject(before)
})

test('an export that cannot be renamed leaves the earlier export', async () => {
  await using app = await startApp()
  await load(app, treeIn(TREE, FILES))
  const file = await unload(app)
  const before = filesIn(join(dirname(file), 'files'))
  await app.deps.files.remove('carrusel/nueva.jpg')
  // During the copy, a folder appears at the path of the tree.
  const files: typeof app.deps.files = {
    ...app.deps.files,
    get: async (path) => {
      rmSync(file, { force: true, recursive: true })
      mkdirSync(file)
      return app.deps.files.get(path)
    },
  }
  await expect(exportTree({ db: app.deps.db, files }, file)).rejects.toThrow('EISDIR')
  expect(filesIn(join(dirname(file), 'files'))).toEqual(before)
  expect(readdirSync(dirname(file)).toSorted()).toEqual(['evento.json', 'files'])
})

test('two exports to one file at the same time leave one complete export', async () => {
  await using app = await startApp()
  await load(app, treeIn(TREE, FILES))
  const file = await unload(app)
  const whole = filesIn(dirname(file))
  const both = await Promise.allSettled([exportTree(app.deps, file), exportTree(app.deps, file)])
  for (const one of both) if (one.status === 'rejected') expect(String(one.reason)).toContain('Vuelve a exportar.')
  expect(both.map(({ status }) => status)).toContain('fulfilled')
  const left = Object.entries(filesIn(dirname(file))).filter(([path]) => !path.startsWith('.exportando-'))
  expect(Object.fromEntries(left)).toEqual(whole)
})

test('earlier files that a killed export left are reported, and removed by an export a day later', async () => {
  await using app = await startApp()
  await load(app, treeIn(TREE, FILES))
  const file = await unload(app)
  const left = join(dirname(file), '.exportando-a1B2c3')
  mkdirSync(join(left, 'antes', 'musica'), { recursive: true })
  const failing = { ...app.deps, db: { ...app.deps.db, read: () => Promise.reject(new Error('away')) } }
  const others = () => readdirSync(dirname(file)).filter((name) => name.startsWith('.'))

  expect((await exportTree(app.deps, file)).antes).toEqual([join(left, 'antes')])
  expect(others()).toEqual(['.exportando-a1B2c3'])
  const theDayBefore = new Date(Date.now() - 25 * 3_600_000)
  utimesSync(left, theDayBefore, theDayBefore)
  await expect(exportTree(failing, file)).rejects.toThrow('away')
  expect(others()).toEqual(['.exportando-a1B2c3'])
  expect((await exportTree(app.deps, file)).antes).toEqual([])
  expect(others()).toEqual([])
})
