import { lstat, readdir, rename, rmdir } from 'node:fs/promises'
import { BackupError } from './format.ts'

/** Throws when the place of a backup is taken. A link is, even to an empty folder: nothing can be renamed over it. */
export async function mustBeFree(folder: string): Promise<void> {
  const there = await lstat(folder).catch(ignoreMissing)
  if (!there) return
  if (!there.isDirectory()) throw new BackupError(`${folder} es un enlace o un archivo. Usa una carpeta que no exista.`)
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`La carpeta ${folder} no está vacía. Usa una que no exista.`)
}

/** Gives what is whole its name. An empty folder may have it; whatever somebody put there since is theirs. */
export async function takePlace(aside: string, folder: string): Promise<void> {
  try {
    await rmdir(folder).catch(ignoreMissing)
    await rename(aside, folder)
  } catch (error) {
    if (!isOccupied(error)) throw error
    throw new BackupError(
      `Alguien usó la carpeta ${folder} mientras tanto. No se respaldó nada: usa una que no exista.`,
    )
  }
}

function isOccupied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
