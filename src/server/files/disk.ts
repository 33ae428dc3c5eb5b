import { randomUUID } from 'node:crypto'
import { access, link, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '#domain/problem.ts'
import { codeOf, ignoreMissing } from '../disk-error.ts'
import { listFiles } from './folder.ts'
import { isHidden, mustBeStorePath, type FileStore } from './store.ts'

const TEMP_SUFFIX = '.parte'
/** The names that `tempPath` gives. Other hidden files were put there by hand and stay. */
const TEMP_NAME = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.parte$/

/**
 * Bytes that uploads leave free on the disk. Any visitor can upload, and unused uploads stay for a day: the turn, the marks
 * and the log must have room nevertheless.
 */
export const RESERVE_BYTES = 256 * 1024 * 1024

/** Free bytes on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some network file systems report no size.
  return blocks === 0 ? Infinity : bavail * bsize
}

/**
 * Stores files in a folder. A file is written under a temporary name, synced, and then renamed. A write that would use the
 * reserve of the disk throws `subida.noRoom` and leaves no file.
 */
export function diskStore(folder: string, free = freeBytes): FileStore {
  const at = (path: string): string => join(folder, mustBeStorePath(path))
  const tempPath = async (to: string): Promise<string> => {
    await mkdir(dirname(to), { recursive: true })
    return join(dirname(to), `.${randomUUID()}${TEMP_SUFFIX}`)
  }
  return {
    get: async (path, range) => {
      if (!(await stat(at(path)).catch(ignoreMissing))?.isFile()) return null
      // Opened first: the stream can be read to the end although the file is removed meanwhile.
      return (await open(at(path)).catch(ignoreMissing))?.createReadStream(range) ?? null
    },
    look: async (path) => {
      const found = await stat(at(path)).catch(ignoreMissing)
      // Each write makes a new file, so two versions differ in inode or modification time.
      return found?.isFile() ? { size: found.size, version: `${found.size}-${found.mtimeMs}-${found.ino}` } : null
    },
    put: async (path, content) => {
      const part = await tempPath(at(path))
      try {
        await writeWhileRoom(part, content, free)
        await syncAndRename(part, at(path))
      } catch (error) {
        await rm(part, { force: true })
        throw asRefusal(error)
      }
    },
    link: async (path, to) => {
      await mkdir(dirname(at(to)), { recursive: true })
      try {
        await link(at(path), at(to))
      } catch {
        // There is no such file, or the file system has no hard links: the caller writes the file, and reports the reason.
        return false
      }
      await syncFolder(dirname(at(to)))
      return true
    },
    remove: (path) => rm(at(path), { force: true }),
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
        const found = await stat(join(folder, path)).catch(ignoreMissing)
        if (found && found.mtime < before) await rm(join(folder, path), { force: true })
      }
    },
    hasRoom: async () => (await free(folder)) >= RESERVE_BYTES,
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

/**
 * Writes a file piece by piece. Throws `subida.noRoom` when a piece would leave less than `RESERVE_BYTES` free, or the disk
 * is full; the file is then incomplete.
 */
export async function writeWhileRoom(path: string, content: Readable, free: typeof freeBytes): Promise<void> {
  const folder = dirname(path)
  await mustHaveRoom(folder, 0, free)
  // Opened first: a stream that opens the file itself may create it again after `put` has removed it.
  const output = (await open(path, 'w', 0o600)).createWriteStream()
  async function* whileRoom(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      await mustHaveRoom(folder, piece.length, free)
      yield piece
    }
  }
  await pipeline(content, whileRoom, output).catch((error: unknown) => {
    throw asRefusal(error)
  })
}

/** Throws `subida.noRoom` when writing `bytes` bytes would use the reserve. */
async function mustHaveRoom(folder: string, bytes: number, free: typeof freeBytes): Promise<void> {
  if ((await free(folder)) < RESERVE_BYTES + bytes) throw new Problem('subida.noRoom')
}

/** Returns `subida.noRoom` for a full disk, and any other error unchanged. */
function asRefusal(error: unknown): Error {
  if (codeOf(error) === 'ENOSPC') return new Problem('subida.noRoom')
  return error instanceof Error ? error : new Error(String(error))
}
