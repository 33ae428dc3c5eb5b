import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openDatabase } from './db/open.ts'
import { SQLITE_FILE } from './db/sqlite.ts'
import type { Deps } from './deps.ts'
import { causeOf } from './disk-error.ts'
import { SettingsError, type Env } from './env.ts'
import { diskStore } from './files/disk.ts'
import { closeToOthers, makeFolder, mustBeWritableFolder } from './files/folder.ts'
import { FilesRefused, type FileStore } from './files/store.ts'

/** The dependencies that exist before an app is built. */
export type World = Pick<Deps, 'env' | 'log' | 'db' | 'files' | 'now' | 'newId' | 'newToken'>

/**
 * Opens what the settings name: the same for the server and for the commands beside it. Throws `SettingsError` when they
 * name what cannot be had. Stored files may be away: everything else goes on without them.
 */
export async function openWorld(env: Env, log: Logger): Promise<World> {
  // Whatever the shell allows: what this process makes from now on is its owner's alone, exports and SQLite's files included.
  process.umask(0o077)
  await readyFolder(env.dataDir)
  const files = await openFiles(env)
  if (env.storage) await mustLetIn(files)
  return {
    env,
    log,
    db: await openDatabase(env),
    files,
    now: () => new Date(),
    newId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
  }
}

/** Where stored files are. What speaks to S3 is large, and read only where it is used. */
export async function openFiles(env: Pick<Env, 'storage' | 'dataDir'>): Promise<FileStore> {
  if (!env.storage) return diskStore(join(env.dataDir, 'archivos'))
  const { s3Store } = await import('./files/s3.ts')
  return s3Store(env.storage)
}

async function readyFolder(dataDir: string): Promise<void> {
  try {
    makeFolder(dataDir)
    for (const inside of ['', 'archivos', 'subidas']) mustBeWritableFolder(join(dataDir, inside))
    await closeToOthers(dataDir, (name) => ['archivos', 'subidas'].includes(name) || name.startsWith(SQLITE_FILE))
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

/** A store that answers and does not let us in will not do so later either. */
async function mustLetIn(files: FileStore): Promise<void> {
  await files.ping().catch((error: unknown) => {
    if (!(error instanceof FilesRefused)) return
    throw new SettingsError(['STORAGE_URL: el almacén no deja entrar. Revisa clave, secreto y cubeta.'], error)
  })
}
