import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openDatabase } from './db/open.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { diskStore } from './files/disk.ts'

/** What the world provides, before anybody serves or follows it. */
export type World = Omit<Deps, 'committed' | 'actorOf'>

/** Opens what the settings name: the same for the server and for the commands beside it. */
export async function openWorld(env: Env, log: Logger): Promise<World> {
  return {
    env,
    log,
    db: await openDatabase(env),
    files: diskStore(join(env.dataDir, 'archivos')),
    now: () => new Date(),
    newId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
  }
}
