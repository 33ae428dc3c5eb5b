// @module-tag s3
import fs, { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { readEnv } from '../../src/server/env.ts'
import { matchIdentity, IDENTITY_FILE, replaceIdentity } from '../../src/server/identity.ts'
import { diskStore } from '../../src/server/files/disk.ts'
import { FilesAway, type FileStore } from '../../src/server/files/store.ts'
import { openWorld } from '../../src/server/world.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { freshPlace, settingsOf, STORAGE_URL } from '../support/database.ts'

const APART = 'Los archivos guardados no son los de esta base de datos. El registro del servidor dice qué hacer.'

async function storedId({ deps: { files } }: Pick<TestApp, 'deps'>): Promise<string | null> {
  const content = await files.get(IDENTITY_FILE)
  return content && (await buffer(content)).toString()
}

const write = (files: FileStore, id: string) => files.put(IDENTITY_FILE, Readable.from([Buffer.from(id)]))

const avisos = async ({ app }: TestApp): Promise<unknown> => (await app.http.inject('/readyz')).json().avisos

/** Another folder than the one of the place. */
function elsewhere(): { readonly files: () => FileStore } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'salsa-otra-'))
  return { files: () => diskStore(folder), [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('database and stored files get one id, which no listing shows, and eight instances that start at once agree on it', async () => {
  await using place = await freshPlace()
  await using app = await startApp({ place })
  await using other = await startApp({ place })
  const starts = Array.from({ length: 8 }, (_, index) => matchIdentity(index % 2 ? app.deps : other.deps))
  expect(await Promise.all(starts)).toEqual(starts.map(() => null))
  const id = await storedId(app)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(await app.deps.files.list('')).toEqual([])
  expect([await matchIdentity(other.deps), await storedId(other), await avisos(app)]).toEqual([null, id, undefined])
})

test('of two instances with different folders that start at once, one is refused with a sentence that says how to go on', async () => {
  using folder = elsewhere()
  await using place = await freshPlace()
  await using app = await startApp({ place })
  await using other = await startApp({ place, files: folder.files })
  const faults = await Promise.all([matchIdentity(app.deps), matchIdentity(other.deps)])
  const [fault] = faults.filter((said) => said !== null)
  expect(faults.filter((said) => said === null)).toHaveLength(1)
  expect(fault).toMatch(
    /^(DATA_DIR|STORAGE_URL): .+ no es el lugar de los archivos de esta base de datos: no tiene \.identidad\. Usa el mismo lugar en todas las instancias; si este es el correcto, guarda en su \.identidad el texto [0-9a-f-]{36}\.$/,
  )
  const refused = faults[0] === null ? other : app
  expect(await avisos(refused)).toEqual([APART])

  const id = /texto (\S+)\.$/.exec(fault ?? '')?.[1] ?? ''
  await write(refused.deps.files, `${id}\n`)
  expect([await matchIdentity(refused.deps), await avisos(refused)]).toEqual([null, undefined])
  // As `echo … > .identidad` in PowerShell.
  await refused.deps.files.put(IDENTITY_FILE, Readable.from([Buffer.from(`\uFEFF${id}\r\n`, 'utf16le')]))
  expect(await matchIdentity(refused.deps)).toBeNull()
})

test('files with the id of another event, and files that lost their id, are refused', async () => {
  await using app = await startApp()
  await matchIdentity(app.deps)
  await write(app.deps.files, 'de-otro-evento')
  expect(await matchIdentity(app.deps)).toContain('su .identidad es de otra')
  await app.deps.files.remove(IDENTITY_FILE)
  expect(await matchIdentity(app.deps)).toContain('no tiene .identidad')
  expect(await storedId(app)).toBeNull()
})

test('a database without an id takes that of its files: a start that was killed in between, or a folder copied by hand', async () => {
  await using app = await startApp()
  await write(app.deps.files, 'copiada')
  expect(await matchIdentity(app.deps)).toBeNull()
  expect(await app.deps.db.read((tx) => tx.selectFrom('almacen').selectAll().execute())).toEqual([
    { id: 1, identidad: 'copiada' },
  ])
})

test('after an event was loaded into other stored files, instances with the former ones are refused', async () => {
  using folder = elsewhere()
  await using place = await freshPlace()
  await using app = await startApp({ place })
  await using moved = await startApp({ place, files: folder.files })
  await matchIdentity(app.deps)
  expect(await matchIdentity(moved.deps, { mayBeNew: true })).toBeNull()
  expect(await storedId(moved)).toBeNull()
  await replaceIdentity(moved.deps)
  expect(await matchIdentity(moved.deps)).toBeNull()
  expect(await matchIdentity(app.deps)).toContain('su .identidad es de otra')
  // The same files again: nothing changes.
  const id = await storedId(moved)
  await replaceIdentity(moved.deps)
  expect(await storedId(moved)).toBe(id)
})

test('a store that answers only after the start is checked then, and the log and /readyz report when it is another store', async () => {
  let away = true
  const told: string[] = []
  const unsteady = (files: FileStore): FileStore => ({
    ...files,
    get: (path, range) => (away ? Promise.reject(new FilesAway('away')) : files.get(path, range)),
  })
  await using place = await freshPlace()
  {
    await using before = await startApp({ place })
    await matchIdentity(before.deps)
    await write(before.deps.files, 'de-otro-evento')
  }
  await using app = await startApp({ place, files: unsteady, onLog: (message) => told.push(message) })
  await expect(matchIdentity(app.deps)).rejects.toBeInstanceOf(FilesAway)
  expect((await app.app.http.inject('/readyz')).statusCode).toBe(503)
  away = false
  expect(await avisos(app)).toEqual([APART])
  app.app.startChores()
  await vi.waitFor(() => expect(told).toContain('the stored files could not be confirmed as those of this database'), {
    timeout: 30_000,
  })
})

describe.skipIf(STORAGE_URL)('in a folder', () => {
  const silent = pino({ level: 'silent' })

  test('a server starts on a disk without room for files, and gives the files their id once there is room', async () => {
    await using place = await freshPlace()
    const full = Object.assign(await fs.promises.statfs(tmpdir()), { blocks: 1, bavail: 0 })
    const asked = vi.spyOn(fs.promises, 'statfs').mockResolvedValue(full)
    syncBuiltinESMExports()
    const world = await openWorld(readEnv(settingsOf(place)), silent)
    expect(await world.files.look(IDENTITY_FILE)).toBeNull()
    asked.mockRestore()
    syncBuiltinESMExports()
    expect(await matchIdentity(world)).toBeNull()
    expect(await world.files.look(IDENTITY_FILE)).not.toBeNull()
    await world.db.close()
  })

  test('a file with the id that cannot be used stops the start with a sentence', async () => {
    await using place = await freshPlace()
    mkdirSync(join(place.dataDir, 'archivos', IDENTITY_FILE), { recursive: true })
    const env = readEnv(settingsOf(place))
    const sentence = `DATA_DIR: no se puede usar ${env.dataDir}/archivos/.identidad: es una carpeta. Permite leer y escribir ahí; si aun así no se puede, bórralo.`
    await expect(openWorld(env, silent)).rejects.toThrow(sentence)
    rmSync(join(place.dataDir, 'archivos', IDENTITY_FILE), { recursive: true })
    await (await openWorld(env, silent)).db.close()
  })
})
