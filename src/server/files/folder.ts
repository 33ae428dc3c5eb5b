import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'no hay permiso',
  EPERM: 'no hay permiso',
  EROFS: 'ese disco es de solo lectura',
  ENOENT: 'no existe',
  EISDIR: 'es una carpeta',
  EEXIST: 'hay un archivo donde debe ir una carpeta',
  ENOTDIR: 'hay un archivo donde debe ir una carpeta',
  ENOSPC: 'ya no hay espacio en el disco',
  ENAMETOOLONG: 'el nombre es demasiado largo',
  ELOOP: 'los enlaces no llevan a ninguna parte',
}

/** Why a file or a folder could not be had, for the person at the terminal; null when it was no disk that refused. */
export function causeOf(error: unknown): string | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null
  return CAUSES[String(error.code)] ?? String(error.code)
}

/** Makes a folder with those above it. Node's own `recursive` tries for ever where nothing can be made, as in `/proc`. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  const above = dirname(path)
  if (above !== path) makeFolder(above)
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process that starts now may have been quicker.
    if (!isFolder(path)) throw error
  }
}

/** Throws when what is there cannot be read and written. */
export function mustBeWritable(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) accessSync(path, constants.R_OK | constants.W_OK)
}

/** Throws when what is there is no folder, or one that cannot be read and written. */
export function mustBeWritableFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) accessSync(`${path}/.`, constants.R_OK | constants.W_OK)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
