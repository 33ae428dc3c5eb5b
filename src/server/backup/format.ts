/** A backup is a folder: `datos.ndjson` (a head, then a line per row, then an end), and the stored files beside it. */
export const DATA_FILE = 'datos.ndjson'
export const FILES_FOLDER = 'archivos'
export const VERSION = 1

/** It holds credentials. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 }

export interface Head {
  readonly formato: 'salsa-respaldo'
  readonly version: number
  readonly migraciones: readonly string[]
  readonly fecha: string
}

/** The last line: a backup without it was cut off, and one with another count is not whole. */
export interface End {
  readonly fin: true
  readonly renglones: number
}

/** What stops a backup or a restore, in a sentence for the operator. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupError'
  }
}
