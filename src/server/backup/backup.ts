import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { holdCommands, readChanges, readHead } from '../db/change-log.ts'
import type { Database, Tx } from '../db/database.ts'
import { migrationsOf } from '../db/migrate.ts'
import { makeAside, sweepAsides, type Kind } from '../files/aside.ts'
import type { FileStore } from '../files/store.ts'
import { listLote } from '../interchange/staging.ts'
import { copyFiles, keepFiles } from './files.ts'
import { DATA_FILE, FILES_FOLDER, OWNER_ONLY, VERSION, type End, type Head } from './format.ts'
import { readNamed, type Named } from './named.ts'
import { mustBeFree, takePlace } from './place.ts'
import { isRestored, TABLES } from './tables.ts'

/** After this many turns those who write are kept waiting for one. */
const FREE_TURNS = 4

export interface BackedUp {
  readonly renglones: number
  readonly archivos: number
}

/** It holds credentials, so nothing of a run that was killed may stay for ever. */
const ASIDE: Kind = {
  prefix: '.respaldo-',
  named: /^\.(respaldo-[A-Za-z0-9]{6}|\d+\.respaldo)$/,
  holds: [DATA_FILE, FILES_FOLDER],
}

/** Where a backup comes from, and the folder that it is being made in. */
interface Copying {
  readonly db: Database
  readonly files: FileStore
  readonly folder: string
  readonly now: Date
}

/**
 * Writes the whole system into a folder that is not there yet, while the server runs: the data of one moment and every file that
 * they name. Made aside and renamed at the end, so that a folder with this name is a whole backup.
 */
export async function backup(db: Database, files: FileStore, folder: string, now: Date): Promise<BackedUp> {
  await mustBeFree(folder)
  const aside = await makeAside(folder, ASIDE)
  try {
    await sweepAsides(aside, ASIDE)
    const done = await copyAll({ db, files, folder: aside, now })
    await takePlace(aside, folder)
    return done
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** What a backup holds so far: the data of one moment, and the files that belong to it. */
interface Taken {
  readonly renglones: number
  readonly paths: ReadonlySet<string>
  /** Named by the data, and not there. */
  readonly missing: readonly string[]
}

/** Longer than a deletion takes that has removed its file and is about to remove its row. */
const DELETION_MS = 5_000

/**
 * Files first, then the data, then the files that came meanwhile. A file that somebody took away in between takes another
 * turn, each shorter than the one before; in the last, nobody can.
 */
async function copyAll(copying: Copying): Promise<BackedUp> {
  for (let turn = 1; ; turn += 1) {
    const taken = await copyOnce(copying, turn > FREE_TURNS)
    if (!taken) continue
    // What went before the moment of the data is no part of it, though it was copied on the way.
    const there = new Set(await copying.files.list(''))
    const stays = (path: string): boolean => taken.paths.has(path) || there.has(path)
    return { renglones: taken.renglones, archivos: await keepFiles(copying.folder, stays) }
  }
}

/** One turn. Nothing of it holds when an import gave other bytes to names that were copied. */
async function copyOnce(copying: Copying, holding: boolean): Promise<Taken | undefined> {
  const { db, files, folder } = copying
  const { revision, lotes } = await db.read(async (tx) => ({ ...(await readHead(tx)), ...(await readNamed(tx)) }))
  const waiting = await listStaged(copying, lotes)
  await copyFiles(files, folder, await files.list(''))
  const taken = await (holding ? takeHolding(copying) : takeFree(copying))
  const changes = await db.read((tx) => readChanges(tx, revision))
  const hasMoved = (await listStaged(copying, lotes)).length < waiting.length
  if (hasMoved || changes.some(({ kind }) => kind === 'todo')) {
    await rm(join(folder, FILES_FOLDER), { recursive: true, force: true })
    return undefined
  }
  return (await areLost(copying, taken.missing)) ? taken : undefined
}

async function takeFree(copying: Copying): Promise<Taken> {
  return takeNamed(copying, await copying.db.read((tx) => writeData(tx, copying)))
}

/**
 * Whether nobody is about to take these names out of the data: then their files were lost long ago, and there is nothing to
 * wait for. An image is deleted file first, so for a moment it is named and not there.
 */
async function areLost({ db }: Copying, missing: readonly string[]): Promise<boolean> {
  if (missing.length === 0) return true
  for (const until = performance.now() + DELETION_MS; performance.now() < until;) {
    const { paths } = await db.read(readNamed)
    if (!missing.every((path) => paths.has(path))) return false
    await wait(100)
  }
  return true
}

/** Keeps every command waiting, and with them whoever would take a file away: for the little that is left. */
function takeHolding(copying: Copying): Promise<Taken> {
  return copying.db.write(async (tx) => {
    await holdCommands(tx)
    return takeNamed(copying, await writeData(tx, copying))
  })
}

/** What waits aside for an import comes first: from there a file goes to its name, never back. */
async function takeNamed(copying: Copying, { renglones, paths, lotes }: Written): Promise<Taken> {
  const staged = await listStaged(copying, lotes)
  await copyFiles(copying.files, copying.folder, staged)
  const missing = await copyFiles(copying.files, copying.folder, paths)
  return { renglones, paths: new Set([...paths, ...staged]), missing }
}

async function listStaged({ files }: Copying, lotes: readonly string[]): Promise<string[]> {
  return (await Promise.all(lotes.map((lote) => listLote({ files }, lote)))).flat()
}

interface Written extends Named {
  readonly renglones: number
}

async function writeData(tx: Tx, { folder, now }: Copying): Promise<Written> {
  let renglones = 0
  async function* lines(): AsyncGenerator<string> {
    const head: Head = {
      formato: 'salsa-respaldo',
      version: VERSION,
      migraciones: await migrationsOf(tx),
      fecha: now.toISOString(),
    }
    yield `${JSON.stringify(head)}\n`
    for (const table of TABLES.filter(isRestored)) {
      // All in one read: the tables of an event are small, and the one that grows (the log) stays within tens of thousands.
      for (const row of await tx.selectFrom(table).selectAll().execute()) {
        renglones += 1
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
  return { renglones, ...(await readNamed(tx)) }
}
