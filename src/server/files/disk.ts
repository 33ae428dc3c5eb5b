import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { access, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isMissing } from '../disk-error.ts'
import { listFiles } from './folder.ts'
import { asRefusal, freeBytes, mustHaveRoom, whileRoom } from './disk-space.ts'
import { isHidden, isStorePath, type FileStore } from './store.ts'

const TEMP_SUFFIX = '.parte'
/** The names that `tempPath` gives. Other hidden files were put there by hand and stay. */
const TEMP_NAME = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.parte$/

/**
 * Stores files in a folder. A file is written under a temporary name, synced, and then renamed. A write that would use the
 * reserve of the disk throws `subida.noRoom` and leaves no file.
 */
export function diskStore(folder: string, free = freeBytes): FileStore {
  /** Bytes of the copies in progress, which the disk may not count as used yet. */
  let copying = 0

  const at = (path: string): string => {
    if (!isStorePath(path)) throw new Error(`Not a path of the store: ${path}`)
    return join(folder, path)
  }
  const tempPath = async (to: string): Promise<string> => {
    await mkdir(dirname(to), { recursive: true })
    return join(dirname(to), `.${randomUUID()}${TEMP_SUFFIX}`)
  }
  return {
    get: async (path, range) => {
      if ((await sizeOf(at(path))) === null) return null
      try {
        // Opened first: the stream can be read to the end although the file is removed meanwhile.
        return (await open(at(path))).createReadStream(range)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    size: (path) => sizeOf(at(path)),
    look: async (path) => {
      const found = await look(at(path))
      // Each write makes a new file, so two versions differ in inode or modification time.
      return found?.isFile() ? { size: found.size, version: `${found.size}-${found.mtimeMs}-${found.ino}` } : null
    },
    put: async (path, content) => {
      const part = await tempPath(at(path))
      try {
        await mustHaveRoom(dirname(part), 0, free)
        // Opened first: a stream that opens its own file may still make it after the failed write was removed.
        const output = (await open(part, 'w')).createWriteStream()
        await pipeline(content, (pieces: AsyncIterable<Buffer>) => whileRoom(pieces, dirname(part), free), output)
        await syncAndRename(part, at(path))
      } catch (error) {
        await rm(part, { force: true })
        throw asRefusal(error)
      }
    },
    move: async (from, to) => {
      await mkdir(dirname(at(to)), { recursive: true })
      await rename(at(from), at(to))
      await syncFolder(dirname(at(to)))
    },
    copy: async (from, to) => {
      const size = await sizeOf(at(from))
      if (size === null) return false
      const part = await tempPath(at(to))
      copying += size
      try {
        await mustHaveRoom(dirname(part), copying, free)
        await copyFile(at(from), part)
        await syncAndRename(part, at(to))
        return true
      } catch (error) {
        await rm(part, { force: true })
        if (isMissing(error)) return false
        throw asRefusal(error)
      } finally {
        copying -= size
      }
    },
    remove: (path) => rm(at(path), { force: true }),
    removeFolder: (path) => rm(at(path), { force: true, recursive: true }),
    list: async (under) => {
      const paths = await listFiles(under === '' ? folder : at(under))
      return paths
        .filter((path) => !isHidden(path))
        .map((path) => (under === '' ? path : `${under}/${path}`))
        .toSorted()
    },
    tidy: async (before) => {
      for (const path of await listFiles(folder)) {
        if (!TEMP_NAME.test(basename(path))) continue
        const found = await look(join(folder, path))
        if (found && found.mtime < before) await rm(join(folder, path), { force: true })
      }
    },
    ping: async () => {
      await mkdir(folder, { recursive: true })
      await access(folder)
    },
  }
}

async function syncAndRename(part: string, to: string): Promise<void> {
  const handle = await open(part, 'r+')
  await handle.sync().finally(() => handle.close())
  await rename(part, to)
  await syncFolder(dirname(to))
}

/** Syncs a folder: a new name is durable only after that. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function look(path: string): Promise<Stats | null> {
  return stat(path).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await look(path)
  return found?.isFile() ? found.size : null
}
