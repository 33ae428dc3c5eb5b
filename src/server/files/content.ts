import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from './store.ts'

/** The modes of an export or a backup, which contain personal data and credentials. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 }

class MissingPiece extends Error {}

/** Stores a new file with the content of stored pieces, in order. Returns false, and stores nothing, when a piece is missing. */
export async function joinFiles(files: FileStore, pieces: readonly string[], to: string): Promise<boolean> {
  async function* content(): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      const stream = await files.get(piece)
      if (!stream) throw new MissingPiece(piece)
      yield* stream
    }
  }
  try {
    await files.put(to, Readable.from(content(), { highWaterMark: 1 }))
    return true
  } catch (error) {
    if (error instanceof MissingPiece) return false
    throw error
  }
}

/** Copies stored files to a folder on the disk. Returns the paths that the store does not have. */
export async function copyTo(folder: string, files: FileStore, paths: Iterable<string>): Promise<string[]> {
  const missing: string[] = []
  for (const path of paths) {
    const content = await files.get(path)
    if (content) {
      const to = join(folder, path)
      await mkdir(dirname(to), { recursive: true, mode: OWNER_ONLY.folder })
      await pipeline(content, createWriteStream(to, { mode: OWNER_ONLY.file }))
    } else missing.push(path)
  }
  return missing
}

/** Whether a stored file and a file on the disk have the same content. */
export async function isSame(files: FileStore, path: string, file: string): Promise<boolean> {
  const content = existsSync(file) ? await files.get(path) : null
  if (!content) return false
  const [one, other] = await Promise.all([hashOf(content), hashOf(createReadStream(file))])
  return one === other
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
