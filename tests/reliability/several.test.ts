import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { migrationsOf } from '../../src/server/db/migrate.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { listPartes } from '../../src/server/musica/store.ts'
import { startApp } from '../support/app.ts'
import { folderFor } from '../support/backup.ts'
import { ENGINE, freshPlace, settingsOf, type Place } from '../support/database.ts'
import { aTrackOf } from '../support/mp3.ts'
import { startPostgres } from '../support/postgres.ts'
import { runCommand, ServerProcess } from '../support/server.ts'
import { begin, idOf, storedBytes } from '../support/tus.ts'

const EVENT = fileURLToPath(new URL('../fixtures/evento/evento.json', import.meta.url))
const RUNNING = /^ {2}DATA_DIR: ya hay un servidor en marcha con los datos de .+\. Detenlo, o usa otra carpeta\.$/m

const command = (name: string, args: readonly string[], place: Place) =>
  runCommand(`src/server/cli/${name}.ts`, args, { LOG_LEVEL: 'error', ...settingsOf(place) })

/** A place without a database: nothing was migrated yet. */
async function emptyPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salsa-vacia-'))
  const server = ENGINE === 'postgres' ? await startPostgres() : null
  return {
    dataDir,
    databaseUrl: (await server?.createDatabase()) ?? null,
    storageUrl: null,
    [Symbol.asyncDispose]: async () => {
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The migrations that ran in a place. */
async function migrated(place: Place): Promise<string[]> {
  const db = await openDatabase(place)
  try {
    return await db.read(migrationsOf)
  } finally {
    await db.close()
  }
}

test.runIf(ENGINE === 'sqlite')(
  'a second server on one SQLite file is refused in a sentence, until the first one ends, also by kill -9',
  async () => {
    await using place = await freshPlace('sqlite')
    await using first = await ServerProcess.start(place)

    const second = await ServerProcess.run(settingsOf(place)).exited
    expect(second.code).toBe(1)
    expect(second.output).toMatch(RUNNING)
    expect(second.output).not.toMatch(/^\s+at /m)
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)

    await first.kill('SIGKILL')
    await using third = await ServerProcess.start(place)
    await third.kill('SIGTERM')
    await using fourth = await ServerProcess.start(place)
    expect(fourth.isRunning).toBe(true)
  },
)

test.runIf(ENGINE === 'sqlite')(
  'processes that open and close one SQLite file at the same moment all succeed',
  async () => {
    await using place = await emptyPlace()
    const sqlite = new URL('../../src/server/db/sqlite.ts', import.meta.url).href
    const program = `
    const { openSqlite } = await import('${sqlite}')
    for (let time = 0; time < 40; time += 1) await openSqlite(process.env.DATA_DIR).close()`
    const opening = Array.from({ length: 8 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
        env: { ...process.env, DATA_DIR: place.dataDir },
      }),
    )
    await Promise.all(opening)
  },
)

test('import, export and backup run beside the server; restore needs a stopped server and changes nothing otherwise', async () => {
  await using place = await freshPlace()
  const out = mkdtempSync(join(tmpdir(), 'salsa-salida-'))
  const folder = folderFor()
  await using server = await ServerProcess.start(place)
  for (const [name, ...args] of [
    ['import', EVENT],
    ['export', join(out, 'evento.json')],
    ['backup', folder],
  ] as const) {
    const { status, output } = await command(name, args, place)
    expect(status, output).toBe(0)
  }

  await using other = await freshPlace()
  await using there = await ServerProcess.start(other)
  const refused = await command('restore', [folder], other)
  expect(refused.status).toBe(1)
  expect(refused.output).toMatch(/ya hay un servidor en marcha con (los datos de|esta base de datos)/)
  await there.kill('SIGTERM')
  // Two at once: one restores, the other one is refused and takes nothing away.
  const ends = await Promise.all([command('restore', [folder], other), command('restore', [folder], other)])
  const restored = ends.find(({ status }) => status === 0) ?? ends[0]
  const second = ends.find((end) => end !== restored)
  expect([second?.status, second?.output]).toEqual([
    1,
    expect.stringMatching(/ya hay un servidor en marcha|ya tiene datos/),
  ])
  expect(restored.status, restored.output).toBe(0)
  await server.kill('SIGTERM')
  rmSync(out, { recursive: true })
})

test.runIf(ENGINE === 'sqlite')(
  'a file where the lock of the server goes is named in a sentence, and may be deleted',
  async () => {
    await using place = await freshPlace('sqlite')
    const lock = join(place.dataDir, 'evento.sqlite-servidor')
    writeFileSync(lock, 'notas, muchas notas, y ninguna base de datos')
    const { code, output } = await ServerProcess.run(settingsOf(place)).exited
    expect(code).toBe(1)
    expect(output).toContain(`  DATA_DIR: ${lock} debe estar vacío. Bórralo: el servidor hace otro.\n`)
    rmSync(lock)
    await using server = await ServerProcess.start(place)
    expect(server.isRunning).toBe(true)
  },
)

test.runIf(ENGINE === 'postgres')('four servers started at once on an empty database migrate it once', async () => {
  await using place = await emptyPlace()
  const servers = await Promise.all(Array.from({ length: 4 }, () => ServerProcess.start(place)))
  try {
    for (const { origin } of servers) expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    await using known = await freshPlace()
    expect(await migrated(place)).toEqual(await migrated(known))
  } finally {
    for (const server of servers) await server[Symbol.asyncDispose]()
  }
})

test('a server and three commands started at once on an empty place migrate it once', async () => {
  await using place = await emptyPlace()
  const out = mkdtempSync(join(tmpdir(), 'salsa-salida-'))
  const names = ['a', 'b', 'c'].map((name) => join(out, `${name}.json`))
  const [server, ...exported] = await Promise.all([
    ServerProcess.start(place),
    ...names.map((file) => command('export', [file], place)),
  ])
  await using _server = server
  for (const { status, output } of exported) expect(status, output).toBe(0)
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  await using known = await freshPlace()
  expect(await migrated(place)).toEqual(await migrated(known))
  rmSync(out, { recursive: true })
})

test('a server whose folder is not that of its database is refused, as its commands are, until an operator accepts it', async () => {
  await using place = await freshPlace()
  await using first = await ServerProcess.start(place)
  await first.kill('SIGTERM')
  const moved = { ...place, storageUrl: null }
  renameSync(join(place.dataDir, 'archivos'), join(place.dataDir, 'archivos-aparte'))

  const start = await ServerProcess.run(settingsOf(moved)).exited
  const said = /^ {2}DATA_DIR: .+archivos no es el lugar .+ guarda en su \.identidad el texto (\S+)\.$/m.exec(
    start.output,
  )
  expect([start.code, said === null, /^\s+at /m.test(start.output)], start.output).toEqual([1, false, false])
  const refused = await command('export', [join(place.dataDir, 'evento.json')], moved)
  expect([refused.status, refused.output]).toEqual([1, start.output])

  mkdirSync(join(place.dataDir, 'archivos'))
  writeFileSync(join(place.dataDir, 'archivos', '.identidad'), `${said?.[1] ?? ''}\n`)
  await using accepted = await ServerProcess.start(moved)
  expect((await (await fetch(`${accepted.origin}/readyz`)).json()).status).toBe('ok')
})

test('import --replace and restore load an event into a new folder, and the former one is refused then', async () => {
  await using place = await freshPlace()
  const folder = folderFor()
  const run = async (name: string, args: readonly string[], at: Place) => {
    const { status, output } = await command(name, args, at)
    expect(status, output).toBe(0)
  }
  await run('import', [EVENT], place)
  await run('backup', [folder], place)
  const archivos = join(place.dataDir, 'archivos')
  renameSync(archivos, `${archivos}-aparte`)
  expect((await command('import', [EVENT], place)).status).toBe(1)
  await run('import', [EVENT, '--replace'], place)
  await run('export', [join(place.dataDir, 'evento.json')], place)
  rmSync(archivos, { recursive: true })
  renameSync(`${archivos}-aparte`, archivos)
  expect((await command('export', [join(place.dataDir, 'otra.json')], place)).output).toContain('es de otra')

  await using empty = await emptyPlace()
  await run('restore', [folder], empty)
  await using server = await ServerProcess.start(empty)
  expect((await (await fetch(`${server.origin}/readyz`)).json()).avisos).toBeUndefined()
})

test('the upload of a track whose server was killed goes on: on another instance, with SQLite after the next start', async () => {
  await using place = await freshPlace()
  await using app = await startApp({ place })
  const user = await app.as('usuario')
  const track = aTrackOf(4_000_000)
  const { path } = await begin(app, user, track.length)
  const first = await ServerProcess.start(place)
  const headers = { cookie: user.cookie ?? '', 'tus-resumable': '1.0.0', 'upload-offset': '0' }
  const type = { 'content-type': 'application/offset+octet-stream', 'content-length': String(track.length) }
  const sending = request(`${first.origin}${path}`, { method: 'PATCH', headers: { ...headers, ...type } })
  sending.on('error', () => undefined)
  sending.write(track.subarray(0, 3_500_000))
  const received = async () => (await app.deps.db.read((tx) => listPartes(tx, idOf(path)))).at(-1)?.inicio ?? 0
  await expect.poll(received).toBeGreaterThan(2_000_000)
  await first.kill('SIGKILL')

  await using second = await ServerProcess.start(place)
  const asked = await fetch(`${second.origin}${path}`, { method: 'HEAD', headers })
  const at = Number(asked.headers.get('upload-offset'))
  expect([asked.status, at > 3_000_000, at <= 3_500_000]).toEqual([200, true, true])
  const answer = await fetch(`${second.origin}${path}`, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': String(at), 'content-type': type['content-type'] },
    body: new Uint8Array(track.subarray(at)),
  })
  expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(track.length)])
  expect((await storedBytes(app, path)).equals(track)).toBe(true)
})
