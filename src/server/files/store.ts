import type { Readable } from 'node:stream'

/**
 * Stored files, in a folder or in an S3-compatible store. Paths are relative, like `musica/a.mp3`. A stored file has a unique
 * name and never changes; only the sweep removes it, after no row has named it for a day.
 */
export interface FileStore {
  /** The bytes of a file, or of a range of it (`end` included); null when the file does not exist. */
  readonly get: (path: string, range?: { readonly start: number; readonly end: number }) => Promise<Readable | null>
  /** The length and the version of a file; null when the file does not exist. The version changes with the content. */
  readonly look: (path: string) => Promise<{ readonly size: number; readonly version: string } | null>
  /** Writes a new file. It appears under its path only when it is complete. */
  readonly put: (path: string, content: Readable) => Promise<void>
  /**
   * Gives a file a second name, without writing its bytes again. Returns false, and changes nothing, when there is no such file
   * or the store has one name for each file.
   */
  readonly link: (path: string, to: string) => Promise<boolean>
  /**
   * Removes a name of a file, and with its last one the file. Does nothing when it does not exist. Only for the sweep, and for
   * a restore that failed.
   */
  readonly remove: (path: string) => Promise<void>
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

/** Returns a path that may be used in the store. Throws for any other. */
export function mustBeStorePath(path: string): string {
  if (!isStorePath(path)) throw new Error(`Not a path of the store: ${path}`)
  return path
}

/** Whether a step of a path begins with a dot. Listings leave such files out. */
export function isHidden(path: string): boolean {
  return path.split('/').some((step) => step.startsWith('.'))
}

/** The folders of the file store. Names that begin with a dot are left out of listings of the whole store. */
export const MUSICA = 'musica'
export const FOTOS = 'fotos'
/** The images of the home page. An operator may copy images into this folder by hand. */
export const CARRUSEL = 'carrusel'
/** The pieces of uploads. */
export const SUBIDAS = '.subidas'
/** Photos that wait for their form. */
export const FOTOS_EN_ESPERA = 'espera/fotos'

/** The path of a piece of an upload. */
export function pathOfParte({ archivo }: { readonly archivo: string }): string {
  return `${SUBIDAS}/${archivo}`
}

/** The path of an image of the home page. */
export function pathOfImagen(archivo: string): string {
  return `${CARRUSEL}/${archivo}`
}
