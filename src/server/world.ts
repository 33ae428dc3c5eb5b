import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openDatabase } from './db/open.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { diskStore } from './files/disk.ts'
import type { FileStore } from './files/store.ts'

/** What the world provides, before anybody serves or follows it. */
export type World = Omit<Deps, 'committed' | 'actorOf'>

/** Opens what the settings name: the same for the server and for the commands beside it. */
export async function openWorld(env: Env, log: Logger): Promise<World> {
  return {
    env,
    log,
    db: await openDatabase(env),
    files: await openFiles(env),
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
