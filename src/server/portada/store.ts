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
