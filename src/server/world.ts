import { randomInt, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { Problem } from '#domain/problem.ts'
import { DatabaseFull } from './db/database.ts'
import { isDiskFull } from './db/fault.ts'
import { openDatabase } from './db/open.ts'
import { lockServer } from './db/server-lock.ts'
import { SQLITE_FILE } from './db/sqlite.ts'
import type { Deps } from './deps.ts'
import { causeOf } from './disk-error.ts'
import { SettingsError, type Env } from './env.ts'
import { diskStore } from './files/disk.ts'
import { restrictToOwner, makeFolder, mustBeWritableFolder } from './files/folder.ts'
import { matchIdentity, identityFault } from './identity.ts'
import { FilesAway, FilesRefused, type FileStore } from './files/store.ts'

/** The dependencies that exist before an app is built. */
export type World = Pick<Deps, 'env' | 'log' | 'db' | 'files' | 'now' | 'newId' | 'random'>

const STEPS = 2 ** 32
/** As `Math.random`, from a source that cannot be predicted. */
export const random = (): number => randomInt(STEPS) / STEPS

export interface WorldOptions {
  /**
   * Takes the lock of the data folder, so that no second server uses its SQLite file. PostgreSQL needs none: several servers
   * may share it.
   */
  readonly locksDataDir?: boolean
  /** The command fills the stored files and then calls `replaceIdentity`. */
  readonly fillsFiles?: boolean
}

/**
 * Opens the database and the file store of the settings, for the server and for the command line. Throws `SettingsError`
 * when the database or the data folder cannot be used, the file store refuses the key, or the stored files belong to
 * another database. A file store that does not answer is no error: the server works without files until the store answers.
 */
export async function openWorld(
  env: Env,
  log: Logger,
  { locksDataDir = false, fillsFiles = false }: WorldOptions = {},
): Promise<World> {
  // Only the owner may read the files that this process makes, exports and the files of SQLite too.
  process.umask(0o077)
  await ensureDataDir(env.dataDir)
  // Before the migrations: a server of an older version must not run on a newer schema.
  const unlock = locksDataDir && env.databaseUrl === null ? lockServer(env.dataDir) : () => undefined
  const files = await openFiles(env)
  const isAnswering = env.storage === null || (await acceptsKey(files))
  const db = await openDatabase(env)
  const world: World = {
    env,
    log,
    // The lock ends with the database. This reference also protects it from garbage collection.
    db: { ...db, close: () => db.close().finally(unlock) },
    files,
    now: Date.now,
    newId: randomUUID,
    random,
  }
  // A store that answers later is checked by a chore.
  if (isAnswering) await mustBelongTogether(world, fillsFiles)
  return world
}

/**
 * Throws `SettingsError` when the stored files and the database have different ids. Only logs when the store does not
 * answer or has no room.
 */
async function mustBelongTogether(world: World, mayBeNew: boolean): Promise<void> {
  try {
    const fault = await matchIdentity(world, { mayBeNew })
    if (fault !== null) throw new SettingsError([fault])
  } catch (error) {
    // The server starts anyway. A chore repeats the check, and the turn and the marks do not use the file store.
    if (error instanceof FilesAway || error instanceof Problem)
      return world.log.warn({ err: error }, 'the stored files could not be checked yet')
    await world.db.close()
    const fault = identityFault(error, world.env)
    throw fault === null ? error : new SettingsError([fault], error)
  }
}

/** Opens the file store. Loads the S3 client, which is large, only when it is used. */
export async function openFiles(env: Pick<Env, 'storage' | 'dataDir'>): Promise<FileStore> {
  if (!env.storage) return diskStore(join(env.dataDir, 'archivos'))
  const { s3Store } = await import('./files/s3.ts')
  return s3Store(env.storage)
}

/**
 * Creates the data folder, restricts it to its owner and checks that files can be written in it. Throws `SettingsError`.
 */
async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    makeFolder(dataDir)
    for (const inside of ['', 'archivos']) mustBeWritableFolder(join(dataDir, inside))
    // Earlier versions kept the bytes of unfinished uploads here. Their clients send them again.
    rmSync(join(dataDir, 'subidas'), { recursive: true, force: true })
    await restrictToOwner(dataDir, (name) => name === 'archivos' || name.startsWith(SQLITE_FILE))
  } catch (error) {
    if (isDiskFull(error)) throw new DatabaseFull(error)
    const cause = causeOf(error)
    const fault = `DATA_DIR: no se puede usar ${dataDir}: ${cause}. Usa otra, o permite escribir en ella.`
    throw cause === null ? error : new SettingsError([fault], error)
  }
}

/** Throws `SettingsError` when the store refuses the key. Returns false when it does not answer. */
async function acceptsKey(files: FileStore): Promise<boolean> {
  try {
    await files.ping()
    return true
  } catch (error) {
    if (!(error instanceof FilesRefused)) return false
    throw new SettingsError(['STORAGE_URL: el almacén no deja entrar. Revisa clave, secreto y cubeta.'], error)
  }
}
