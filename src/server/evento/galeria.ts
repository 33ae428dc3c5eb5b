import { Readable } from 'node:stream'
import { storedNameOf } from '#domain/imagen.ts'
import { Problem } from '#domain/problem.ts'
import { VISITANTE, type Actor } from '#domain/actor.ts'
import type { Deps } from '../deps.ts'
import { convertPhoto } from '../files/photo.ts'
import { CARRUSEL, pathOfImagen } from '../files/store.ts'
import { checkSesion } from '../http/route.ts'
import type { ReceivedImage } from '../http/uploads.ts'
import { transact } from '../work.ts'
import * as store from './store.ts'

/** Twice the largest size on the page, for high-density screens. */
const BOX = { width: 1200, height: 800 }

/**
 * Updates the list from the folder: adds files that were copied in by hand, in order of name, and removes missing ones. It
 * skips images that the administrator adds or deletes while it runs.
 */
export async function syncGaleria(deps: Deps): Promise<void> {
  const known = await deps.db.read(store.readImagenes)
  const files = store.imagenesOf(await deps.files.list(CARRUSEL))
  const added = files.filter((file) => !known.some(({ id }) => id === file))
  const removed = known.filter(({ id, orden }) => orden > 0 && !files.includes(id)).map(({ id }) => id)
  if (added.length === 0 && removed.length === 0) return
  await transact(deps, { actor: VISITANTE }, async (work) => {
    const rows = await store.readImagenes(work.tx)
    const images = rows.filter(({ orden }) => orden > 0).map(({ id }) => id)
    const remaining = images.filter((id) => !removed.includes(id))
    const all = [...remaining, ...added.filter((file) => !rows.some(({ id }) => id === file))]
    if (all.length === images.length && remaining.length === images.length) return
    if (removed.length > 0) await work.tx.deleteFrom('galeria').where('archivo', 'in', removed).execute()
    await store.saveImagenes(work.tx, all)
    work.changed({ kind: 'evento', after: { imagenes: all } })
  })
}

/**
 * Adds an uploaded image at the end, under its own name with a suffix. Writes a hidden row first, so that `syncGaleria` does
 * not publish the file. When the command is refused the row stays hidden, and the sweep removes the file. Throws
 * `imagen.unreadable`.
 */
export async function addImagen(
  deps: Deps,
  { actor, network }: { readonly actor: Actor; readonly network: string },
  { nombre, bytes }: ReceivedImage,
): Promise<{ archivo: string }> {
  const webp = await convertPhoto(bytes, BOX, network)
  const archivo = `${storedNameOf(nombre)}_${deps.newId().slice(0, 8)}.webp`
  await deps.db.write(async (tx) => {
    await checkSesion(tx, actor)
    await store.saveImagen(tx, { id: archivo, orden: 0 })
  })
  await deps.files.put(pathOfImagen(archivo), Readable.from([webp]))
  await transact(deps, { actor }, async (work) => {
    const images = await store.readGaleria(work.tx)
    await store.saveImagenes(work.tx, [...images.map(({ id }) => id), archivo])
    work.changed({ kind: 'evento', after: { archivo } })
  })
  return { archivo }
}

/** The path of an image of the home page. Throws `archivo.missing` when the page does not show it. */
export async function imagenFor({ db }: Pick<Deps, 'db'>, archivo: string): Promise<string> {
  const images = await db.read(store.readGaleria)
  if (!images.some(({ id }) => id === archivo)) throw new Problem('archivo.missing')
  return pathOfImagen(archivo)
}
