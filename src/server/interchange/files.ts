import { createReadStream } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Deps } from '../deps.ts'
import { imagenesOf, readGaleria, saveImagen, saveImagenes } from '../evento/store.ts'
import { CARRUSEL } from '../files/store.ts'
import { isSame } from '../files/content.ts'
import { forgetOrphans } from '../sweep.ts'
import type { Work } from '../work.ts'
import type { Rows } from './rows.ts'

/** The path in the store of each file of a tree, by its path in the tree. */
export type Placed = ReadonlyMap<string, string>

/**
 * Stores the files of an import, where they are orphans until its rows name them. A file that the store has with the same
 * content is not written again; one with other content gets a new name, because a stored file never changes.
 */
export async function placeFiles(deps: Deps, folder: string, names: readonly string[]): Promise<Placed> {
  const { db, files, newId } = deps
  const placed = new Map<string, string>()
  const added: string[] = []
  // An earlier import may have left orphans of these names: the sweep must not remove them now.
  await db.write((tx) => forgetOrphans(tx, names))
  for (const name of names) {
    const isTaken = (await files.look(name)) !== null
    const isThere = isTaken && (await isSame(files, name, join(folder, name)))
    placed.set(name, isTaken && !isThere ? otherName(name, newId().slice(0, 8)) : name)
    if (!isThere) added.push(name)
  }
  const imagenes = imagenesOf(added.flatMap((name) => placed.get(name) ?? []))
  // Hidden until the rows are inserted: otherwise the home page would show them as files that an operator copied there.
  await db.write(async (tx) => {
    for (const id of imagenes) await saveImagen(tx, { id, orden: 0 })
  })
  for (const name of added) await files.put(placed.get(name) ?? name, createReadStream(join(folder, name)))
  return placed
}

/** `musica/a.mp3` becomes `musica/a_{mark}.mp3`. */
function otherName(name: string, mark: string): string {
  const end = extname(name)
  return `${name.slice(0, name.length - basename(name).length)}${basename(name, end)}_${mark}${end}`
}

/** The rows, with the paths of the store. */
export function withPlaced(rows: Rows, placed: Placed): Rows {
  const pathOf = (path: string | null) => (path === null ? null : (placed.get(path) ?? path))
  return {
    ...rows,
    users: rows.users.map((user) => ({ ...user, fotoPath: pathOf(user.fotoPath) })),
    competidores: rows.competidores.map((entry) => ({ ...entry, musicaPath: pathOf(entry.musicaPath) })),
    carrusel: rows.carrusel.flatMap((id) => imagenesOf([placed.get(`${CARRUSEL}/${id}`) ?? ''])),
  }
}

/** Shows the imported images after those of the home page: first the ones that the tree orders, then by name. */
export async function showImages(work: Work, { carrusel }: Pick<Rows, 'carrusel'>, placed: Placed): Promise<void> {
  const images = imagenesOf([...placed.values()]).toSorted()
  const shown = (await readGaleria(work.tx)).map(({ id }) => id)
  const all = [...new Set([...shown, ...carrusel, ...images])]
  if (all.length === shown.length) return
  await saveImagenes(work.tx, all)
  work.changed({ kind: 'evento', after: { imagenes: all } })
}
