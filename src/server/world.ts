import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openDatabase } from './db/open.ts'
import { lockServer } from './db/server-lock.ts'
import { SQLITE_FILE } from './db/sqlite.ts'
import type { Deps } from './deps.ts'
import { causeOf } from './disk-error.ts'
import { SettingsError, type Env } from './env.ts'
import { diskStore } from './files/disk.ts'
import { closeToOthers, makeFolder, mustBeWritableFolder } from './files/folder.ts'
import { FilesRefused, type FileStore } from './files/store.ts'

/** The dependencies that exist before an app is built. */
export type World = Pick<Deps, 'env' | 'log' | 'db' | 'files' | 'now' | 'newId' | 'newToken'>

/** `isAlone`: no server may use the same SQLite file meanwhile. Servers of one PostgreSQL may be several. */
export interface WorldOptions {
  readonly isAlone?: boolean
}

/**
 * Opens the database and the file store of the settings, for the server and for the command line. Throws `SettingsError` when
 * one is not available. A file store that does not answer is no error: the server works without files meanwhile.
 */
export async function openWorld(env: Env, log: Logger, { isAlone = false }: WorldOptions = {}): Promise<World> {
  // Only the owner may read the files that this process makes, exports and the files of SQLite too.
  process.umask(0o077)
  await readyFolder(env.dataDir)
  // Before the migrations: a server of an older version must not run on a newer schema.
  const unlock = isAlone && env.databaseUrl === null ? lockServer(env.dataDir) : () => undefined
  const files = await openFiles(env)
  if (env.storage) await mustAcceptKey(files)
  const db = await openDatabase(env)
  return {
    env,
    log,
    // The lock ends with the database. The reference to it also keeps it from being collected.
    db: { ...db, close: () => db.close().finally(unlock) },
    files,
    now: () => new Date(),
    newId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
  }
}

/** Opens the file store. Loads the S3 client, which is large, only when it is used. */
export async function openFiles(env: Pick<Env, 'storage' | 'dataDir'>): Promise<FileStore> {
  if (!env.storage) return diskStore(join(env.dataDir, 'archivos'))
  const { s3Store } = await import('./files/s3.ts')
  return s3Store(env.storage)
}

async function readyFolder(dataDir: string): Promise<void> {
  try {
    makeFolder(dataDir)
    for (const inside of ['', 'archivos']) mustBeWritableFolder(join(dataDir, inside))
    // Earlier versions kept the bytes of unfinished uploads here. Their clients send them again.
    rmSync(join(dataDir, 'subidas'), { recursive: true, force: true })
    await closeToOthers(dataDir, (name) => name === 'archivos' || name.startsWith(SQLITE_FILE))
  } catch (error) {
    const cause = causeOf(error)
    throw cause === null
      ? error
      : new SettingsError(
          [`DATA_DIR: no se puede usar ${dataDir}: ${cause}. Usa otra, o permite escribir en ella.`],
          error,
        )
  }
}

/** Throws `SettingsError` when the store refuses the key. Ignores a store that does not answer. */
async function mustAcceptKey(files: FileStore): Promise<void> {
  await files.ping().catch((error: unknown) => {
    if (!(error instanceof FilesRefused)) return
    throw new SettingsError(['STORAGE_URL: el almacén no deja entrar. Revisa clave, secreto y cubeta.'], error)
  })
}
