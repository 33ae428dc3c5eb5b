import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readNamedFiles } from '../../src/server/sweep.ts'
import { readHead } from '../../src/server/db/change-log.ts'
import { exportTree } from '../../src/server/interchange/export.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { aCompetidor, seedCalificacion, seedDia } from '../support/builders.ts'
import { enter, seedCuenta, whoIs } from '../support/cuentas.ts'
import { ENGINE, freshPlace, type Place } from '../support/database.ts'
import { Inscriptores } from '../support/inscriptores.ts'
import { folderFor, hashOf, Memoria, momentoOf, stopped, type World } from '../support/backup.ts'
import { aTrack } from '../support/mp3.ts'
import { runCommand } from '../support/server.ts'

const TRACKS = 150

const settingsOf = ({ dataDir, databaseUrl }: Place) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

async function run(script: string, folder: string, place: Place): Promise<void> {
  const { status, output } = await runCommand(`src/server/cli/${script}.ts`, [folder], settingsOf(place))
  expect(status, output).toBe(0)
}

/** Marks, and tracks enough for a backup to be busy with. */
async function anEvent(app: TestApp): Promise<string[]> {
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: 3, Bachata: 2, Casino: 0 })
  await seedCalificacion(app, competidores[0]?.id ?? '', 'Juez Ñandú', '51.05')
  const { categorias: sabado } = await seedDia(app, 'sábado', { Rueda: 0 })
  const entries = Array.from({ length: TRACKS }, (_, index) =>
    aCompetidor({ categoriaId: sabado[0]?.id ?? '', musicaPath: `musica/fija_${index}.mp3`, orden: index + 1 }),
  )
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(entries).execute())
  for (const [index, { musicaPath }] of entries.entries())
    await app.deps.files.put(musicaPath ?? '', Readable.from([aTrack(2, index)]))
  return categorias.map(({ id }) => id)
}

/** The rows up to a revision of tables that only grow. */
async function logOf({ deps: { db } }: World, until: number): Promise<unknown> {
  return db.read(async (tx) => ({
    log: await tx
      .selectFrom('change_log')
      .selectAll()
      .where('revision', '<=', until)
      .orderBy('revision')
      .orderBy('seq')
      .execute(),
    keys: await tx.selectFrom('command_key').selectAll().where('revision', '<=', until).orderBy('revision').execute(),
  }))
}

async function exportOf({ deps }: World): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'salsa-salida-')), 'evento.json')
  await exportTree(deps, file)
  return readFileSync(file, 'utf8')
}

test.skipIf(ENGINE !== 'postgres').each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)(
  'a backup of %s while four clients write, restored on %s, is of one moment and has every file that it names',
  async (from, to) => {
    const memoria = new Memoria()
    await using place = await freshPlace(from)
    await using app = await startApp({ place, database: memoria.database, files: memoria.files })
    const categorias = await anEvent(app)
    await seedCuenta(app, { email: 'amalia@b.mx', en: ['admin'] })
    const clients = [await app.as('admin'), await app.as('usuario'), await app.as('usuario'), await app.as('usuario')]
    await using writers = new Inscriptores(app, { clients, categorias })
    await expect.poll(() => Math.min(...writers.rounds), { timeout: 120_000 }).toBeGreaterThan(1)

    const { revision: before } = await app.deps.db.read(readHead)
    const folder = folderFor()
    await run('backup', folder, place)
    await expect.poll(() => Math.min(...writers.rounds), { timeout: 120_000 }).toBeGreaterThan(2)
    await writers.stop()

    await using restored = await stopped(to)
    await run('restore', folder, restored.place)

    // Of the moment of the backup: all that was acknowledged before it began, and not all that came after.
    const { revision } = await restored.deps.db.read(readHead)
    expect(revision).toBeGreaterThanOrEqual(before)
    expect(revision).toBeLessThan((await app.deps.db.read(readHead)).revision)
    const momento = memoria.momentos.get(revision)
    expect(await restored.deps.db.read(momentoOf)).toEqual(momento)
    expect(await logOf(restored, Number.MAX_SAFE_INTEGER)).toEqual(await logOf(app, revision))
    expect(await exportOf(restored)).toBe(momento?.arbol)

    const paths = await restored.deps.db.read(readNamedFiles)
    expect(paths.size).toBeGreaterThan(TRACKS)
    for (const path of paths)
      expect([path, await hashOf(restored.deps.files, path)]).toEqual([path, memoria.hashes.get(path)])

    await using again = await startApp({ place: restored.place })
    for (const { cookie = '' } of clients) expect(await whoIs(again, cookie)).toMatchObject({ role: 'visitante' })
    expect((await enter(again, { email: 'amalia@b.mx' })).statusCode).toBe(200)
  },
)
