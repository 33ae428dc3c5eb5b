import { Readable } from 'node:stream'
import { storedNameOf } from '#domain/imagen.ts'
import { Problem } from '#domain/problem.ts'
import { VISITANTE, type Actor } from '#domain/actor.ts'
import type { Deps } from '../deps.ts'
import { convertPhoto } from '../files/photo.ts'
import { IMAGE_NAME } from '../http/files.ts'
import { checkSesion } from '../http/session.ts'
import { transact, type Work } from '../work.ts'
import * as store from './store.ts'

/** The folder of the images of the home page. */
const FOLDER = 'carrusel'

/** The path of an image in the file store. */
export function imagenPathOf(archivo: string): string {
  return `${FOLDER}/${archivo}`
}

/** Twice the largest size on the page, for high-density screens. */
const BOX = { width: 1200, height: 800 }

/**
 * Updates the list from the folder: adds files that were copied in by hand, in order of name, and removes missing ones. It
 * skips images that the administrator adds or deletes while it runs.
 */
export async function syncGaleria(deps: Deps): Promise<void> {
  await dropOcultas(deps)
  const known = await deps.db.read(store.readImagenes)
  const files = await listArchivos(deps)
  const added = files.filter((file) => !known.some(({ id }) => id === file))
  const removed = known.filter(({ id, orden }) => orden > 0 && !files.includes(id)).map(({ id }) => id)
  if (added.length === 0 && removed.length === 0) return
  await transact(deps, { actor: VISITANTE }, async (work) => {
    const rows = await store.readImagenes(work.tx)
    const images = rows.filter(({ orden }) => orden > 0).map(({ id }) => id)
    const remaining = images.filter((id) => !removed.includes(id))
    const all = [...remaining, ...added.filter((file) => !rows.some(({ id }) => id === file))]
    if (all.length === images.length && remaining.length === images.length) return
    for (const id of removed) await store.removeImagen(work.tx, id)
    await numberAll(work, all)
    work.changed({ kind: 'evento', after: { imagenes: all } })
  })
}

/** Removes the expired hidden images of refused or interrupted commands. */
async function dropOcultas(deps: Deps): Promise<void> {
  for (const { id, desde } of await deps.db.read(store.readOcultas)) if (desde <= deps.now()) await dropOculta(deps, id)
}

/** Removes the file of a hidden image, then its row. */
export async function dropOculta(deps: Deps, archivo: string): Promise<void> {
  await deps.files.remove(imagenPathOf(archivo))
  await deps.db.write((tx) => store.forgetOculta(tx, archivo))
}

async function numberAll(work: Work, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) await store.saveImagen(work.tx, { id, orden: index + 1 })
}

/** The names of the image files in the folder. */
async function listArchivos(deps: Deps): Promise<string[]> {
  const paths = await deps.files.list(FOLDER)
  return paths
    .map((path) => path.slice(FOLDER.length + 1))
    .filter((name) => IMAGE_NAME.test(name) && !name.includes('/'))
}

/** An upload that is not published within this time is removed. */
const ADDING_MS = 60 * 60_000

/**
 * Adds an uploaded image at the end, under its own name with a suffix. Writes a hidden row first, so that `syncGaleria` does
 * not publish the file. Throws `imagen.unreadable`.
 */
export async function addImagen(
  deps: Deps,
  { actor, network }: { readonly actor: Actor; readonly network: string },
  { nombre, bytes }: { readonly nombre: string; readonly bytes: Buffer },
): Promise<{ archivo: string }> {
  const webp = await convertPhoto(bytes, BOX, network)
  const archivo = `${storedNameOf(nombre)}_${deps.newId().slice(0, 8)}.webp`
  await deps.db.write(async (tx) => {
    await checkSesion(tx, actor)
    await store.hideImagen(tx, archivo, deps.now() + ADDING_MS)
  })
  await deps.files.put(imagenPathOf(archivo), Readable.from([webp]))
  try {
    await transact(deps, { actor }, async (work) => {
      const images = await store.readGaleria(work.tx)
      await numberAll(work, [...images.map(({ id }) => id), archivo])
      work.changed({ kind: 'evento', after: { archivo } })
    })
  } catch (error) {
    // After another failure the row may be committed. A hidden row expires.
    if (error instanceof Problem) {
      await dropOculta(deps, archivo).catch((fault: unknown) =>
        deps.log.warn({ err: fault }, 'removing the file of a refused image failed'),
      )
    }
    throw error
  }
  return { archivo }
}
