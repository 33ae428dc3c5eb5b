import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/store.ts'
import { listBackedUp } from './files.ts'
import { BackupError, FILES_FOLDER } from './format.ts'
import { loadSaved, mustBeEmpty } from './load.ts'
import { readSaved } from './read.ts'

/**
 * Loads a backup of this version or an older one into an empty place, on either engine: all or nothing. Sessions, one-time
 * links and counted attempts are left out, so that what had ended stays ended: everybody signs in again. Answers with how
 * many rows and files came in.
 */
export async function restore(
  db: Database,
  files: FileStore,
  folder: string,
): Promise<{ renglones: number; archivos: number }> {
  // Before anything is touched: a backup that was cut off leaves the place as it was.
  const saved = await readSaved(folder)
  await db.read(mustBeEmpty)
  const there = await files.list('')
  for (const path of there) {
    // What a restore left that was ended in the middle is the same to the byte. Anything else is somebody's.
    if (!(await isSame(files, path, join(folder, FILES_FOLDER, path))))
      throw new BackupError('El lugar de destino ya tiene archivos. Restaura en uno vacío.')
  }
  const known = new Set(there)
  const paths = (await listBackedUp(folder)).filter((path) => !known.has(path))
  const place = async (): Promise<void> => {
    for (const path of paths) await files.put(path, createReadStream(join(folder, FILES_FOLDER, path)))
  }
  const takeAway = async (): Promise<void> => {
    for (const path of paths) await files.remove(path)
  }
  try {
    await place()
    return { renglones: await db.write((tx) => loadSaved(tx, saved)), archivos: known.size + paths.length }
  } catch (error) {
    // A store that is away keeps what it has; the next restore of the same backup takes it up.
    await takeAway().catch(() => undefined)
    throw error
  }
}

/** Whether a stored file holds what a file of the backup holds. */
async function isSame(files: FileStore, path: string, backedUp: string): Promise<boolean> {
  const content = existsSync(backedUp) ? await files.get(path) : null
  if (!content) return false
  const [one, other] = await Promise.all([hashOf(content), hashOf(createReadStream(backedUp))])
  return one === other
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
