import { existsSync } from 'node:fs'
import { lstat, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Deps } from '../deps.ts'
import { codeOf, ignoreMissing } from '../disk-error.ts'
import { copyTo } from '../files/content.ts'
import { CARRUSEL } from '../files/store.ts'
import { makeTempFolder, sweepTempFolders, type TempFolderKind } from '../files/folder.ts'
import { readHiddenImages } from '../sweep.ts'
import { filesOf, readRows, type Rows } from './rows.ts'
import { FILES_FOLDER, SourceError } from './source.ts'
import { textOf, writeTree } from './tree.ts'

export interface Exported {
  readonly rows: Rows
  /** Number of files written. */
  readonly archivos: number
  /** Files that the event names and that the store does not have. */
  readonly faltan: readonly string[]
  /** Folders in which a killed export left the files of an earlier export. */
  readonly antes: readonly string[]
}

/** The folders that an export writes. A folder of files that holds anything else is not replaced. */
const WRITTEN: readonly string[] = ['musica', 'fotos', CARRUSEL]

const TREE_FILE = 'arbol.json'
const BEFORE = 'antes'
const ASIDE: TempFolderKind = {
  prefix: '.exportando-',
  named: /^\.exportando-[A-Za-z0-9]{6}$/,
  holds: [TREE_FILE, FILES_FOLDER, BEFORE],
}

/**
 * Writes the event to a JSON file and its stored files to the folder beside it, and replaces the JSON file and the folder of
 * an earlier export. The new files are written to a temporary folder and renamed at the end, so an export that fails changes
 * nothing. A process killed between the three renames leaves the earlier tree, with its files in `antes` of the temporary
 * folder. Throws `SourceError`.
 */
export async function exportTree(deps: Pick<Deps, 'db' | 'files'>, file: string): Promise<Exported> {
  const folder = join(dirname(file), FILES_FOLDER)
  await refuseForeign(file, folder)
  const aside = await makeTempFolder(file, ASIDE)
  try {
    const written = await writeAside(deps, aside)
    await renameIntoPlace(aside, file, folder)
    // After the renames: until then, a killed run's folder may hold the only copy of the earlier files.
    await sweepTempFolders(aside, ASIDE)
    await rm(join(aside, BEFORE), { recursive: true, force: true })
    return { ...written, antes: await listBefore(aside) }
  } finally {
    for (const name of [TREE_FILE, FILES_FOLDER]) await rm(join(aside, name), { recursive: true, force: true })
    // The folder stays when it holds earlier files that could not be moved back.
    await rmdir(aside).catch(() => undefined)
  }
}

async function listBefore(aside: string): Promise<string[]> {
  const parent = dirname(aside)
  const names = await readdir(parent).catch(() => [])
  const others = names.filter((name) => ASIDE.named.test(name) && name !== basename(aside))
  return others.map((name) => join(parent, name, BEFORE)).filter((path) => existsSync(path))
}

/** Renames the new files and the new tree to their places. When a rename fails, the earlier ones are undone. */
async function renameIntoPlace(aside: string, file: string, folder: string): Promise<void> {
  const moved: { readonly from: string; readonly to: string }[] = []
  const move = async (from: string, to: string): Promise<void> => {
    await rename(from, to)
    moved.unshift({ from, to })
  }
  try {
    await move(folder, join(aside, BEFORE)).catch(ignoreMissing)
    await move(join(aside, FILES_FOLDER), folder).catch(ignoreMissing)
    await move(join(aside, TREE_FILE), file)
  } catch (error) {
    // An undo fails when another export has taken the place meanwhile: the earlier files stay in the temporary folder.
    for (const { from, to } of moved) await rename(to, from).catch(() => undefined)
    throw codeOf(error) === 'ENOTEMPTY'
      ? new SourceError(`Alguien cambió ${folder} mientras tanto. Vuelve a exportar.`, { cause: error })
      : error
  }
}

async function writeAside({ db, files }: Pick<Deps, 'db' | 'files'>, aside: string): Promise<Omit<Exported, 'antes'>> {
  const rows = await db.read(readRows)
  const named = filesOf(rows)
  const hidden = new Set(await db.read(readHiddenImages))
  const images = (await files.list(CARRUSEL)).filter((path) => !hidden.has(path))
  const missing = await copyTo(join(aside, FILES_FOLDER), files, [...named, ...images])
  const archivos = named.size + images.length - missing.length
  const faltan = missing.filter((path) => named.has(path))
  // A tree without a folder of files may name any file when it is imported.
  const tree = writeTree(rows, archivos === 0 ? [] : faltan)
  await writeFile(join(aside, TREE_FILE), textOf(tree), { flush: true })
  return { rows, archivos, faltan }
}

/** Throws when the export would replace something that no export wrote. */
async function refuseForeign(file: string, folder: string): Promise<void> {
  const target = await lstat(file).catch(ignoreMissing)
  if (target?.isDirectory()) throw new SourceError(`${file} es una carpeta. Usa un archivo .json.`)
  const beside = await lstat(folder).catch(ignoreMissing)
  if (!beside) return
  const names = beside.isDirectory() ? await readdir(folder) : [FILES_FOLDER]
  if (names.some((name) => !WRITTEN.includes(name) && !name.startsWith('.')))
    throw new SourceError(`En ${folder} hay algo que no es de una exportación. Exporta a otra carpeta.`)
}
