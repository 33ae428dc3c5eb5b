import { statfs } from 'node:fs/promises'
import { Problem } from '#domain/problem.ts'

/**
 * What is kept free on the disk. Anybody may register and send, and what is never handed in stays for a day: the turn, the
 * marks and the log are to have room whatever comes.
 */
export const RESERVE_BYTES = 256 * 1024 * 1024

/** Free bytes on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>

export async function freeBytes(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some network file systems do not say.
  return blocks === 0 ? Infinity : bavail * bsize
}

/** Throws `subida.noRoom` when writing so many bytes would take from the reserve. */
export async function mustHaveRoom(folder: string, bytes: number, free: FreeBytes = freeBytes): Promise<void> {
  if ((await free(folder)) < RESERVE_BYTES + bytes) throw new Problem('subida.noRoom')
}

/** Passes a file's bytes on while there is room for them on the disk of a folder. Throws `subida.noRoom`. */
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

/** An error of the disk, as a refusal when the disk is full. */
export function asRefusal(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return 'code' in error && error.code === 'ENOSPC' ? new Problem('subida.noRoom') : error
}
