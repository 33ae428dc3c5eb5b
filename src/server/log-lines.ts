import { writeSync } from 'node:fs'

/** Bytes that wait for the reader of a pipe. Lines beyond are lost. */
const MOST_WAITING = 1_000_000
const RETRY_MS = 20

/**
 * Returns the destination of a log: a file descriptor. Lines wait while the reader of a pipe is busy. Lines that fail for
 * another reason (the disk is full, the terminal is closed) are lost. pino's own destination would throw outside any request, or
 * wait in a loop that no other work gets out of.
 */
export function logLines(fd: number): { readonly write: (line: string) => void } {
  let waiting = Buffer.alloc(0)
  let isBusy = false
  const flush = (): void => {
    isBusy = false
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSync(fd, waiting))
    } catch (error) {
      isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (isBusy) setTimeout(flush, RETRY_MS).unref()
      // There is no other place for the log.
      else waiting = Buffer.alloc(0)
    }
  }
  return {
    write: (line) => {
      const bytes = Buffer.from(line)
      if (waiting.length + bytes.length > MOST_WAITING) return
      waiting = waiting.length > 0 ? Buffer.concat([waiting, bytes]) : bytes
      if (!isBusy) flush()
    },
  }
}
