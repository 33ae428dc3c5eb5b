import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnv } from '../../src/server/env.ts'
import { exportTree } from '../../src/server/interchange/export.ts'
import { openWorld } from '../../src/server/world.ts'

const openTo = (path: string): boolean => (statSync(path).mode & 0o077) !== 0

/** Paths below a folder that others than the owner may read or list. */
function openIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => openTo(join(folder, name)))
}

let place = ''
let umask = 0
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'salsa-modos-'))
  umask = process.umask(0)
})
afterEach(() => {
  process.umask(umask)
  rmSync(place, { recursive: true })
})

/** A data folder of an older version, which everybody may read. */
function openFolder(name: string): string {
  const dataDir = join(place, name)
  mkdirSync(join(dataDir, 'archivos', 'carrusel'), { recursive: true })
  writeFileSync(join(dataDir, 'archivos', 'carrusel', 'cartel.png'), 'x')
  return dataDir
}

const open = (dataDir: string) => openWorld(readEnv({ DATA_DIR: dataDir }), pino({ level: 'silent' }))

test('only the owner can read the data folder, the database and an export, whatever the umask', async () => {
  const dataDir = openFolder('datos')
  const out = join(place, 'salida')
  mkdirSync(out)
  expect(openTo(dataDir)).toBe(true)
  const world = await open(dataDir)
  await world.files.put('musica/a.mp3', Readable.from(['a track']))
  await world.files.put('musica/b/c.mp3', Readable.from(['a track']))
  await world.files.put('.subidas/parte', Readable.from(['a piece']))
  await exportTree(world, join(out, 'evento.json'))

  expect(readdirSync(dataDir).toSorted()).toEqual(expect.arrayContaining(['archivos', 'evento.sqlite-wal']))
  expect(readdirSync(out).toSorted()).toEqual(['evento.json', 'files'])
  expect([openTo(dataDir), openIn(dataDir), openIn(out)]).toEqual([false, [], []])
  await world.db.close()

  chmodSync(join(dataDir, 'evento.sqlite'), 0o644)
  await (await open(dataDir)).db.close()
  expect(openIn(dataDir)).toEqual([])
})

test('the unfinished uploads that an older version kept in a folder of its own are removed at the start', async () => {
  const dataDir = openFolder('anterior')
  mkdirSync(join(dataDir, 'subidas'))
  writeFileSync(join(dataDir, 'subidas', '0b9ef0a3-1c7b-4c55-9d2a-3f6b0f0d9c11'), 'half a track')
  await (await open(dataDir)).db.close()
  expect(readdirSync(dataDir)).not.toContain('subidas')
  expect([openTo(dataDir), openIn(dataDir)]).toEqual([false, []])
})

test('a folder with files of other programs keeps its mode, and the files of the product in it are closed to others', async () => {
  const dataDir = openFolder('compartida')
  writeFileSync(join(dataDir, 'notas.txt'), 'of somebody else')
  await (await open(dataDir)).db.close()
  expect([openTo(dataDir), openIn(dataDir)]).toEqual([true, ['notas.txt']])
})
