import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** Many times what a run of the tests keeps at once. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * A folder for temporary files: in memory where there is room, since a disk makes every commit of a test wait. A killed process
 * loses no more there than on a disk.
 */
export function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES ? MEMORY : tmpdir()
  } catch {
    // Not Linux: there is no such folder.
    return tmpdir()
  }
}
