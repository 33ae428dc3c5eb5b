import { Readable } from 'node:stream'
import { slugOf } from '#domain/categoria.ts'
import { VISITANTE, type Actor } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import { readPhoto } from '../files/photo.ts'
import { IMAGE_NAME } from '../http/files.ts'
import { transact, type Work } from '../work.ts'
import * as store from './store.ts'

/** Where the home page's images are among the stored files. */
export const FOLDER = 'carrusel'
const LOOK_MS = 5_000
/** Twice what the page shows at most, for sharp screens. */
const BOX = { width: 1200, height: 800 }

/** Makes the list follow the folder: files dropped in by hand come in by name, those that went go. */
export async function syncGaleria(deps: Deps): Promise<void> {
  const files = await imageFiles(deps)
  const known = (await deps.db.read(store.readGaleria)).map(({ id }) => id)
  if (sameSet(files, known)) return
  await transact(deps, { actor: VISITANTE }, async (work) => {
    const images = await store.readGaleria(work.tx)
    const stays = images.filter(({ id }) => files.includes(id))
    const comes = files.filter((file) => !images.some(({ id }) => id === file))
    if (comes.length === 0 && stays.length === images.length) return
    for (const { id } of images) if (!files.includes(id)) await store.removeImagen(work.tx, id)
    await numberAll(work, [...stays.map(({ id }) => id), ...comes])
    work.changed({ kind: 'evento', after: { imagenes: files } })
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

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one))
}

/** Looks at the folder now and then. Returns how to stop. */
export function watchGaleria(deps: Deps): () => void {
  const look = () => {
    syncGaleria(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'the folder of images could not be read'))
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Takes an uploaded image in, last. Its name keeps what it was called. Throws `imagen.unreadable`. */
export async function addImagen(deps: Deps, actor: Actor, nombre: string, bytes: Buffer): Promise<{ archivo: string }> {
  const webp = await readPhoto(bytes, BOX)
  const bare = slugOf(nombre.replace(/\.[^.]*$/, '')).slice(0, 60) || 'imagen'
  const archivo = `${bare}_${deps.newId().slice(0, 8)}.webp`
  await deps.files.put(`${FOLDER}/${archivo}`, Readable.from([webp]))
  await transact(deps, { actor }, async (work) => {
    const images = await store.readGaleria(work.tx)
    await numberAll(work, [...images.map(({ id }) => id).filter((id) => id !== archivo), archivo])
    work.changed({ kind: 'evento', after: { archivo } })
  })
  return { archivo }
}
