import { eventoDefault, type Evento } from '#domain/evento.ts'
import type { Tx } from '../db/database.ts'

/** The saved texts of the event; null while none is saved. */
export async function readTextos(tx: Tx): Promise<Partial<Evento> | null> {
  const row = await tx.selectFrom('evento').select('textos').executeTakeFirst()
  const saved: unknown = row ? JSON.parse(row.textos) : null
  if (typeof saved !== 'object' || saved === null) return null
  const known = new Set(Object.keys(eventoDefault('')))
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
  const textos = JSON.stringify(evento)
  await tx
    .insertInto('evento')
    .values({ id: 1, textos })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ textos }))
    .execute()
}

interface Imagen {
  readonly id: string
  readonly orden: number
}

/** The images of the home page, in order. The id of an image is its file name. */
export async function readGaleria(tx: Tx): Promise<Imagen[]> {
  return (await readImagenes(tx)).filter(({ orden }) => orden > 0)
}

/**
 * The hidden images, whose files are not published. `desde`: when the file may be removed, ms since 1970. The table stores
 * it as a negative `orden`, in minutes.
 */
export async function readOcultas(tx: Tx): Promise<{ id: string; desde: number }[]> {
  const hidden = (await readImagenes(tx)).filter(({ orden }) => orden < 0)
  return hidden.map(({ id, orden }) => ({ id, desde: -orden * MINUTE_MS }))
}

/** Shown and hidden images. */
export async function readImagenes(tx: Tx): Promise<Imagen[]> {
  return tx.selectFrom('galeria').select(['archivo as id', 'orden']).orderBy('orden').orderBy('archivo').execute()
}

const MINUTE_MS = 60_000

/** Hides an image. Its file may be removed from `desde` on, ms since 1970. */
export async function hideImagen(tx: Tx, id: string, desde: number): Promise<void> {
  await saveImagen(tx, { id, orden: -Math.floor(desde / MINUTE_MS) })
}

/** Deletes the row of a hidden image. */
export async function forgetOculta(tx: Tx, archivo: string): Promise<void> {
  await tx.deleteFrom('galeria').where('archivo', '=', archivo).where('orden', '<', 0).execute()
}

export async function saveImagen(tx: Tx, { id, orden }: Imagen): Promise<void> {
  await tx
    .insertInto('galeria')
    .values({ archivo: id, orden })
    .onConflict((conflict) => conflict.column('archivo').doUpdateSet({ orden }))
    .execute()
}

export async function removeImagen(tx: Tx, archivo: string): Promise<void> {
  await tx.deleteFrom('galeria').where('archivo', '=', archivo).execute()
}
