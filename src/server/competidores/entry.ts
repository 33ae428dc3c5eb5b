import type { Dia } from '#domain/dia.ts'
import { renumber } from '#domain/orden.ts'
import type { Tx } from '../db/database.ts'
import type { CompetidoresTable } from '../db/schema.ts'
import { changeListas } from '../horario/turno.ts'
import type { Work } from '../work.ts'
import * as store from './store.ts'

/** An entry and the day of its category; null when the category was imported without a day. */
export interface Entry {
  readonly entry: CompetidoresTable
  readonly dia: Dia | null
}

export async function findEntry(tx: Tx, id: string): Promise<Entry | undefined> {
  const found = await tx
    .selectFrom('competidores as e')
    .leftJoin('categorias as c', 'c.id', 'e.categoriaId')
    .selectAll('e')
    .select('c.dia')
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const { dia, ...entry } = found
  return { entry, dia }
}

/** Deletes an entry with its marks and its music, and renumbers its category. */
export async function removeEntry(work: Work, { entry, dia }: Entry): Promise<void> {
  const siblings = await store.listByCategoria(work.tx, entry.categoriaId)
  await changeListas(work, [dia], {}, async () => {
    await work.tx.deleteFrom('competidores').where('id', '=', entry.id).execute()
    work.changed({ kind: 'competidor', dia, categoriaId: entry.categoriaId, competidorId: entry.id, before: entry })
    await store.saveOrdenes(work.tx, renumber(siblings, entry.id))
  })
}
