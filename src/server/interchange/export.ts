import { createWriteStream, existsSync } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../deps.ts'
import { makeAside, sweepAsides, type Kind } from '../files/aside.ts'
import { readOcultas } from '../portada/store.ts'
import { CARRUSEL } from './read-files.ts'
import type { Rows } from './rows.ts'
import { FILES_FOLDER, SourceError } from './source.ts'
import { readNamedFiles } from './store.ts'
import { textOf } from './text.ts'
import { unloadRows } from './unload.ts'
import { writeTree } from './write.ts'

export interface Exported {
  readonly rows: Rows
  readonly archivos: number
  /** Files that the event names and that are not there. */
  readonly faltan: readonly string[]
  /** Where runs that were killed within a day have left the files of before. */
  readonly antes: readonly string[]
}

type Made = Omit<Exported, 'antes'>

/** What an export of ours has in its folder. Anything else there is somebody's own and is left alone. */
const OURS: readonly string[] = ['musica', 'fotos', 'carrusel']

const TREE_FILE = 'arbol.json'
const BEFORE = 'antes'
const ASIDE: Kind = {
  prefix: '.exportando-',
  named: /^\.(exportando-[A-Za-z0-9]{6}|.+\.exportando)$/,
  holds: [TREE_FILE, FILES_FOLDER, BEFORE],
}

/**
 * Writes the event to a file, and its stored files to the folder beside it. Everything is made aside and takes its place
 * at the end: until then an export that is stopped changes nothing. Killed between the three renames of that end, it leaves the
 * tree of before with its files aside, in `antes`, or with the new ones. Throws `SourceError`.
 */
export async function exportTree(deps: Pick<Deps, 'db' | 'files'>, file: string): Promise<Exported> {
  const folder = join(dirname(file), FILES_FOLDER)
  await refuseForeign(file, folder)
  const aside = await makeAside(file, ASIDE)
  try {
    const made = await writeAside(deps, aside)
    await takePlace(aside, file, folder)
    // Only now: a run that was killed may have left the files of before with what it made.
    await sweepAsides(aside, ASIDE)
    await rm(join(aside, BEFORE), { recursive: true, force: true })
    return { ...made, antes: await listBefore(aside) }
  } finally {
    for (const name of [TREE_FILE, FILES_FOLDER]) await rm(join(aside, name), { recursive: true, force: true })
    // Files of before that could not be put back keep it.
    await rmdir(aside).catch(() => undefined)
  }
}

async function listBefore(mine: string): Promise<string[]> {
  const beside = dirname(mine)
  const names = await readdir(beside).catch(() => [])
  const others = names.filter((name) => ASIDE.named.test(name) && name !== basename(mine))
  return others.map((name) => join(beside, name, BEFORE)).filter((path) => existsSync(path))
}

/** The new files take the place of those of before, and the tree that of its own. When one fails, the others go back. */
async function takePlace(aside: string, file: string, folder: string): Promise<void> {
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
    // Where another export stands by now, those of before stay aside.
    for (const { from, to } of moved) await rename(to, from).catch(() => undefined)
    const isOthers = error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY'
    throw isOthers ? new SourceError(`Alguien cambió ${folder} mientras tanto. Vuelve a exportar.`, error) : error
  }
}

async function writeAside(deps: Pick<Deps, 'db' | 'files'>, aside: string): Promise<Made> {
  const rows = await deps.db.read(unloadRows)
  const { named, missing, archivos } = await copyFiles(deps, rows, join(aside, FILES_FOLDER))
  const now = missing.length === 0 ? named : await deps.db.read(readNamedFiles)
  if (missing.some((path) => !now.has(path))) {
    // A file went because its entry changed meanwhile: what was read is no more.
    await rm(join(aside, FILES_FOLDER), { recursive: true, force: true })
    return writeAside(deps, aside)
  }
  // Without any file there is no folder, and a tree that comes alone may name what it likes.
  const faltan = archivos === 0 ? [] : missing
  await writeSynced(join(aside, TREE_FILE), textOf(writeTree(rows, faltan)))
  return { rows, archivos, faltan: missing }
}

async function copyFiles(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { users, competidores }: Rows,
  folder: string,
): Promise<{ named: ReadonlySet<string>; missing: string[]; archivos: number }> {
  const paths = [...users.map(({ fotoPath }) => fotoPath), ...competidores.map(({ musicaPath }) => musicaPath)]
  const named = new Set(paths.flatMap((path) => path || []))
  const missing: string[] = []
  let archivos = 0
  const ocultas = new Set((await db.read(readOcultas)).map(({ id }) => `${CARRUSEL}${id}`))
  const carrusel = (await files.list(CARRUSEL.slice(0, -1))).filter((path) => !ocultas.has(path))
  for (const path of [...named, ...carrusel]) {
    const content = await files.get(path)
    if (content) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await pipeline(content, createWriteStream(join(folder, path)))
      archivos += 1
    } else if (named.has(path)) missing.push(path)
  }
  return { named, missing, archivos }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The folder beside the file is replaced whole: only one that an export could have made. */
async function refuseForeign(file: string, folder: string): Promise<void> {
  const there = await lstat(file).catch(ignoreMissing)
  if (there?.isDirectory()) throw new SourceError(`${file} es una carpeta. Usa un archivo .json.`)
  const beside = await lstat(folder).catch(ignoreMissing)
  if (!beside) return
  const names = beside.isDirectory() ? await readdir(folder) : [FILES_FOLDER]
  if (names.some((name) => !OURS.includes(name) && !name.startsWith('.')))
    throw new SourceError(`En ${folder} hay algo que no es de una exportación. Exporta a otra carpeta.`)
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
