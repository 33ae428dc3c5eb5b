import type { Dia } from '#domain/dia.ts'
import { sinLlegarOf, type Toque } from '#domain/llegada.ts'
import { inOneRead, type Tx } from '../db/database.ts'
import { loadTurno, readOrden } from './turno.ts'

// A flush reads the taps once for the desk and all screens.
/** The taps that count of a day, by entry. */
export const readToques: (tx: Tx, dia: Dia) => Promise<readonly Toque[]> = inOneRead(async (tx, dia: Dia) => {
  const rows = await tx
    .selectFrom('llegada as l')
    .innerJoin('competidores as e', 'e.id', 'l.competidorId')
    .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
    .select(['l.competidorId', 'l.llego', 'l.at'])
    .where('l.dia', '=', dia)
    .where('c.dia', '=', dia)
    .orderBy('l.competidorId')
    .execute()
  return rows.map(({ llego, ...toque }) => ({ ...toque, llego: llego === 1 }))
})

/** The ids of the next entries of a day that have not arrived; none before the first tap of the day. */
export async function readSinLlegar(tx: Tx, dia: Dia): Promise<string[]> {
  const toques = await readToques(tx, dia)
  if (toques.length === 0) return []
  const entradas = (await readOrden(tx, dia)).flatMap((categoria) =>
    categoria.entradas.map(({ id, retiro }) => ({ id, retiro })),
  )
  return sinLlegarOf(entradas, await loadTurno(tx, dia), toques)
}
