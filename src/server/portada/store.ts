import { eventoDefault, type Evento } from '#domain/evento.ts'
import type { Tx } from '../db/database.ts'

/** The event's texts: those that were saved over the defaults. */
export async function readEvento(tx: Tx, zona: string): Promise<Evento> {
  const row = await tx.selectFrom('evento').select('textos').executeTakeFirst()
  const saved: unknown = row ? JSON.parse(row.textos) : {}
  const texts = Object.entries(typeof saved === 'object' && saved !== null ? saved : {}).filter(
    ([, text]) => typeof text === 'string',
  )
  return { ...eventoDefault(zona), ...Object.fromEntries(texts) }
}

export async function saveEvento(tx: Tx, evento: Evento): Promise<void> {
  const textos = JSON.stringify(evento)
  await tx
    .insertInto('evento')
    .values({ id: 1, textos })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ textos }))
    .execute()
}

/** The images of the home page, in order. Each is its own id. */
export async function readGaleria(tx: Tx): Promise<{ id: string; orden: number }[]> {
  return tx.selectFrom('galeria').select(['archivo as id', 'orden']).orderBy('orden').orderBy('archivo').execute()
}

export async function saveImagen(
  tx: Tx,
  { id, orden }: { readonly id: string; readonly orden: number },
): Promise<void> {
  await tx
    .insertInto('galeria')
    .values({ archivo: id, orden })
    .onConflict((conflict) => conflict.column('archivo').doUpdateSet({ orden }))
    .execute()
}

export async function removeImagen(tx: Tx, archivo: string): Promise<void> {
  await tx.deleteFrom('galeria').where('archivo', '=', archivo).execute()
}
