import { Readable } from 'node:stream'
import { nombreDe } from '#domain/imagen.ts'
import { VISITANTE, type Actor } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import { readPhoto } from '../files/photo.ts'
import { IMAGE_NAME } from '../http/files.ts'
import { transact, type Work } from '../work.ts'
import * as store from './store.ts'

/** Where the home page's images are among the stored files. */
const FOLDER = 'carrusel'

/** Where an image of that name is stored. */
export function pathOf(archivo: string): string {
  return `${FOLDER}/${archivo}`
}

/** Twice what the page shows at most, for sharp screens. */
const BOX = { width: 1200, height: 800 }

/**
 * Makes the list follow the folder: files dropped in by hand come in by name, those that went go. What the organiser adds or
 * deletes while the folder is being read is in only one of the two, and is none of these.
 */
export async function syncGaleria(deps: Deps): Promise<void> {
  const known = (await deps.db.read(store.readGaleria)).map(({ id }) => id)
  const files = await imageFiles(deps)
  const comes = files.filter((file) => !known.includes(file))
  const goes = known.filter((id) => !files.includes(id))
  if (comes.length === 0 && goes.length === 0) return
  await transact(deps, { actor: VISITANTE }, async (work) => {
    const images = (await store.readGaleria(work.tx)).map(({ id }) => id)
    const stays = images.filter((id) => !goes.includes(id))
    const all = [...stays, ...comes.filter((file) => !images.includes(file))]
    if (all.length === images.length && stays.length === images.length) return
    for (const id of goes) await store.removeImagen(work.tx, id)
    await numberAll(work, all)
    work.changed({ kind: 'evento', after: { imagenes: all } })
  })
}

async function numberAll(work: Work, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) await store.saveImagen(work.tx, { id, orden: index + 1 })
}

async function imageFiles(deps: Deps): Promise<string[]> {
  const paths = await deps.files.list(FOLDER)
  return paths
    .map((path) => path.slice(FOLDER.length + 1))
    .filter((name) => IMAGE_NAME.test(name) && !name.includes('/'))
}

/** Takes an uploaded image in, last. Its name keeps what it was called. Throws `imagen.unreadable`. */
export async function addImagen(deps: Deps, actor: Actor, nombre: string, bytes: Buffer): Promise<{ archivo: string }> {
  const webp = await readPhoto(bytes, BOX)
  const archivo = `${nombreDe(nombre)}_${deps.newId().slice(0, 8)}.webp`
  await deps.files.put(pathOf(archivo), Readable.from([webp]))
  try {
    await transact(deps, { actor }, async (work) => {
      const images = await store.readGaleria(work.tx)
      await numberAll(work, [...images.map(({ id }) => id).filter((id) => id !== archivo), archivo])
      work.changed({ kind: 'evento', after: { archivo } })
    })
  } catch (error) {
    // Left there, it would come in as one that was dropped in by hand.
    await deps.files.remove(pathOf(archivo))
    throw error
  }
  return { archivo }
}
