import { writeSync } from 'node:fs'

/**
 * Returns the destination of a log: a file descriptor. A line that cannot be written (the disk is full, the terminal is
 * closed, the reader of a pipe does not read) is lost. pino's own destination would throw outside any request, or wait in a
 * loop that no other work gets out of.
 */
export function logLines(fd: number): { readonly write: (line: string) => void } {
  return {
    write: (line) => {
      try {
        for (let rest = Buffer.from(line); rest.length > 0;) rest = rest.subarray(writeSync(fd, rest))
      } catch {
        // There is no other place for the log. The next line is tried again.
      }
    },
  }
}
