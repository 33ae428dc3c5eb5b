import type { Readable } from 'node:stream'

/** Stored files, in a folder or in an S3-compatible store. Paths are relative, like `musica/a.mp3`. */
export interface FileStore {
  /** The bytes of a file, or of a range of it (`end` included); null when the file does not exist. */
  readonly get: (path: string, range?: { readonly start: number; readonly end: number }) => Promise<Readable | null>
  readonly size: (path: string) => Promise<number | null>
  /** The length and the version of a file. The version changes with the content. */
  readonly look: (path: string) => Promise<{ readonly size: number; readonly version: string } | null>
  /** Writes a file. It appears under its path only when it is complete. */
  readonly put: (path: string, content: Readable) => Promise<void>
  readonly move: (from: string, to: string) => Promise<void>
  /** Returns false when the source does not exist, for example because another request removed it. */
  readonly copy: (from: string, to: string) => Promise<boolean>
  /** Removes a file. Does nothing when it does not exist. */
  readonly remove: (path: string) => Promise<void>
  /** Removes a folder with everything in it, unfinished writes too. */
  readonly removeFolder: (folder: string) => Promise<void>
  /** The paths under a folder (`''`: all paths), sorted, without hidden ones. */
  readonly list: (folder: string) => Promise<string[]>
  /** Removes writes that started before a moment and that a stopped process left unfinished. */
  readonly tidy: (before: Date) => Promise<void>
  /** False when the disk has less room than the reserve, so that `put` throws `subida.noRoom`. */
  readonly hasRoom: () => Promise<boolean>
  /** Throws within seconds when the store does not answer. */
  readonly ping: () => Promise<void>
}

/** The store does not answer, or not as expected. The request was not carried out. */
export class FilesAway extends Error {
  constructor(cause: unknown) {
    super('The stored files are out of reach.', { cause })
    this.name = 'FilesAway'
  }
}

/** The store refuses this key, or has no such bucket. */
export class FilesRefused extends FilesAway {}

/** Whether a path may be used in the store: relative, 1 to 512 characters, without empty, `.` or `..` steps, NUL, `\` or `:`. */
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
