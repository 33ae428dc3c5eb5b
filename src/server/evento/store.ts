import { eventoDefault, type Evento } from '#domain/evento.ts'
import type { Ordered, Placed } from '#domain/orden.ts'
import { type Tx, upsert } from '../db/database.ts'
import { CARRUSEL } from '../files/store.ts'
import { IMAGE_NAME } from '../http/files.ts'

/** The saved texts of the event; null while none is saved. */
export async function readTextos(tx: Tx): Promise<Partial<Evento> | null> {
  const row = await tx.selectFrom('evento').select('textos').executeTakeFirst()
  const saved: unknown = row ? JSON.parse(row.textos) : null
  if (typeof saved !== 'object' || saved === null) return null
  const known = new Set([...Object.keys(eventoDefault('')), 'fecha'])
  return Object.fromEntries(Object.entries(saved).filter(([name, text]) => known.has(name) && typeof text === 'string'))
}

/** The texts of the event. A text that was not saved has its default. */
export async function readEvento(tx: Tx, zona: string): Promise<Evento> {
  return { ...eventoDefault(zona), ...(await readTextos(tx)) }
}

/** The event's time zone; `zona` while no zone is saved. */
export async function readZona(tx: Tx, zona: string): Promise<string> {
  return (await readEvento(tx, zona)).zonaHoraria
}

/** Replaces the saved texts. */
export async function saveEvento(tx: Tx, evento: Partial<Evento>): Promise<void> {
  await upsert(tx, 'evento', ['id'], { id: 1, textos: JSON.stringify(evento) })
}

/** The names of the images of the home page among stored files. */
export function imagenesOf(paths: readonly string[]): string[] {
  const names = paths.filter((path) => path.startsWith(`${CARRUSEL}/`)).map((path) => path.slice(CARRUSEL.length + 1))
  return names.filter((name) => IMAGE_NAME.test(name) && !name.includes('/'))
}

type Imagen = Placed<Ordered>

/** The images of the home page, in order. The id of an image is its file name. */
export async function readGaleria(tx: Tx): Promise<Imagen[]> {
  return (await readImagenes(tx)).filter(({ orden }) => orden > 0)
}

/** Shown and hidden images. `orden` of a hidden one is not above 0. */
export async function readImagenes(tx: Tx): Promise<Imagen[]> {
  return tx.selectFrom('galeria').select(['archivo as id', 'orden']).orderBy('orden').orderBy('archivo').execute()
}

/** Saves the images of the home page, in order. */
export async function saveImagenes(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) await saveImagen(tx, { id, orden: index + 1 })
}

/** Saves an image. With `orden` 0 it is hidden: its file is not published, and the sweep removes it. */
export async function saveImagen(tx: Tx, { id, orden }: Imagen): Promise<void> {
  await upsert(tx, 'galeria', ['archivo'], { archivo: id, orden })
}
