import { statfs } from 'node:fs/promises'
import { Problem } from '#domain/problem.ts'

/**
 * Bytes that uploads leave free on the disk. Any visitor can upload, and unused uploads stay for a day: the turn, the marks
 * and the log must have room nevertheless.
 */
export const RESERVE_BYTES = 256 * 1024 * 1024

/** Free bytes on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>

export async function freeBytes(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some network file systems report no size.
  return blocks === 0 ? Infinity : bavail * bsize
}

/** Throws `subida.noRoom` when writing `bytes` bytes would use the reserve. */
export async function mustHaveRoom(folder: string, bytes: number, free: FreeBytes = freeBytes): Promise<void> {
  if ((await free(folder)) < RESERVE_BYTES + bytes) throw new Problem('subida.noRoom')
}

/** Yields the chunks of a file while the disk of a folder has room for them. Throws `subida.noRoom`. */
export async function* whileRoom(
  content: AsyncIterable<Buffer>,
  folder: string,
  free: FreeBytes,
): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    await mustHaveRoom(folder, piece.length, free)
    yield piece
  }
}

/** Returns `subida.noRoom` for a full disk, and any other error unchanged. */
export function asRefusal(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return 'code' in error && error.code === 'ENOSPC' ? new Problem('subida.noRoom') : error
}
