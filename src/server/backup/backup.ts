import { createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database, Tx } from '../db/database.ts'
import { migrationsOf } from '../db/migrate.ts'
import type { FileStore } from '../files/store.ts'
import { BackupError, DATA_FILE, FILES_FOLDER, VERSION, type End, type Head } from './format.ts'
import { TABLES } from './tables.ts'

const CHUNK = 1_000
const OWNER_ONLY = { file: 0o600, folder: 0o700 }
const TRIES = 5

export interface BackedUp {
  readonly renglones: number
  readonly archivos: number
}

/**
 * Writes the whole system into a folder that is not there yet, while the server runs: the data of one moment and every file that
 * they name. Made aside and renamed at the end, so that a folder with this name is a whole backup.
 */
export async function backup(db: Database, files: FileStore, folder: string, now: Date): Promise<BackedUp> {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new BackupError(`La carpeta ${folder} ya tiene algo. Di una que no exista.`)
  const aside = join(dirname(folder), `.${process.pid}.respaldo`)
  try {
    await mkdir(aside, { recursive: true, mode: OWNER_ONLY.folder })
    const done = await copyAll(db, files, aside, now)
    await rm(folder, { recursive: true, force: true })
    await rename(aside, folder)
    await chmod(folder, OWNER_ONLY.folder)
    return done
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** Files first, then the data, then the files that came meanwhile. One that went meanwhile takes another turn. */
async function copyAll(db: Database, files: FileStore, folder: string, now: Date): Promise<BackedUp> {
  for (let turn = 1; ; turn += 1) {
    await copyFiles(files, folder, await files.list(''))
    const { renglones, named } = await db.read((tx) => writeData(tx, folder, now))
    const missing = await copyFiles(files, folder, named)
    if (missing.length === 0 || turn === TRIES) {
      const present = await files.list('')
      return { renglones, archivos: present.length }
    }
  }
}

/** Copies those that are not there yet. Answers with those that the store does not have. */
async function copyFiles(files: FileStore, folder: string, paths: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (const path of paths) {
    const to = join(folder, FILES_FOLDER, path)
    if (existsSync(to)) continue
    const content = await files.get(path)
    if (!content) {
      missing.push(path)
      continue
    }
    await mkdir(dirname(to), { recursive: true, mode: OWNER_ONLY.folder })
    await pipeline(content, createWriteStream(to, { mode: OWNER_ONLY.file }))
  }
  return missing
}

async function writeData(tx: Tx, folder: string, now: Date): Promise<{ renglones: number; named: string[] }> {
  const named = new Set<string>()
  let renglones = 0
  async function* lines(): AsyncGenerator<string> {
    const head: Head = {
      formato: 'salsa-respaldo',
      version: VERSION,
      migraciones: await migrationsOf(tx),
      fecha: now.toISOString(),
    }
    yield `${JSON.stringify(head)}\n`
    for (const table of TABLES) {
      for await (const row of rowsOf(tx, table)) {
        renglones += 1
        for (const path of [row['musicaPath'], row['fotoPath']])
          if (typeof path === 'string' && path !== '') named.add(path)
        yield `${JSON.stringify([table, row])}\n`
      }
    }
    const end: End = { fin: true, renglones }
    yield `${JSON.stringify(end)}\n`
  }
  await pipeline(
    Readable.from(lines()),
    createWriteStream(join(folder, DATA_FILE), { mode: OWNER_ONLY.file, flush: true }),
  )
  return { renglones, named: [...named] }
}

async function* rowsOf(tx: Tx, table: (typeof TABLES)[number]): AsyncGenerator<Record<string, unknown>> {
  // All in one read: the tables of an event are small, and the one that grows (the log) stays within tens of thousands.
  const rows = await tx.selectFrom(table).selectAll().execute()
  for (let at = 0; at < rows.length; at += CHUNK) yield* rows.slice(at, at + CHUNK).map((row) => ({ ...row }))
}
