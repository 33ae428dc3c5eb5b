import type { Readable } from 'node:stream'

/** Where the stored files are: a folder, or an S3-compatible store. Paths are like `musica/a.mp3`, never absolute. */
export interface FileStore {
  /** Bytes of a file, or of a part of it (`end` included); `null` when there is none. */
  readonly get: (path: string, range?: { readonly start: number; readonly end: number }) => Promise<Readable | null>
  readonly size: (path: string) => Promise<number | null>
  /** Length and version of a file: with other bytes it has another version. */
  readonly look: (path: string) => Promise<{ readonly size: number; readonly version: string } | null>
  /** Whole or not at all: nobody sees half a file under its name. */
  readonly put: (path: string, content: Readable) => Promise<void>
  readonly move: (from: string, to: string) => Promise<void>
  /** False, and nothing is made, when there is no such file: somebody else was quicker to take it away. */
  readonly copy: (from: string, to: string) => Promise<boolean>
  /** A file that is not there is as good as deleted. */
  readonly remove: (path: string) => Promise<void>
  /** A folder with all there is in it, what was never finished included. */
  readonly removeFolder: (folder: string) => Promise<void>
  /** Paths under a folder (`''` is all of them), sorted; nothing in there that begins with a dot. */
  readonly list: (folder: string) => Promise<string[]>
  /** Takes away what was begun before then and never finished, because the process was ended in the middle of it. */
  readonly tidy: (before: Date) => Promise<void>
  /** Throws when the store does not answer, within seconds. */
  readonly ping: () => Promise<void>
}

/** The store does not answer, or not as a store does: what was asked of it was not done. */
export class FilesAway extends Error {
  constructor(cause: unknown) {
    super('The stored files are out of reach.', { cause })
    this.name = 'FilesAway'
  }
}

/** The store answers, and lets nobody in with this key, or has no such bucket. */
export class FilesRefused extends FilesAway {}

/** Whether a path stays inside the store: relative, no empty or dotted steps, nothing a file system treats specially. */
export function isStorePath(path: string): boolean {
  return (
    path.length > 0 &&
    path.length <= 512 &&
    !/[\0\\:]/.test(path) &&
    path.split('/').every((step) => step !== '' && step !== '.' && step !== '..')
  )
}

/** Whether a step of a path begins with a dot. Listings leave such files out. */
export function isHidden(path: string): boolean {
  return path.split('/').some((step) => step.startsWith('.'))
}
