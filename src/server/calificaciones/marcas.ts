import type { Tx } from '../db/database.ts'
import type { Work } from '../work.ts'
import { changeIdsOf, type Entrada } from './entrada.ts'
import { parsePuntuaciones, type MarcaGuardada } from './store.ts'

/** A stored mark without its judge. */
export type MarcaDeEntrada = Omit<MarcaGuardada, 'juezId' | 'juez'>

/** The judge and the entry of a mark. */
export interface DeMarca {
  readonly juez: { readonly id: string; readonly nombre: string }
  readonly entrada: Entrada
}

export async function findMarca(tx: Tx, competidorId: string, juezId: string): Promise<MarcaDeEntrada | undefined> {
  const row = await tx
    .selectFrom('calificaciones')
    .select(['l_calificacion', 'criterios', 'estado', 'version', 'motivo', 'enviada'])
    .where('competidorId', '=', competidorId)
    .where('juezId', '=', juezId)
    .executeTakeFirst()
  return row && { ...row, criterios: parsePuntuaciones(row.criterios) }
}

/** Inserts a mark, or replaces the stored one, and records the change. */
export async function saveMarca(
  work: Work,
  { juez, entrada }: DeMarca,
  { before, after }: { readonly before: MarcaDeEntrada | undefined; readonly after: MarcaDeEntrada },
): Promise<void> {
  const values = { ...after, criterios: JSON.stringify(after.criterios) }
  await work.tx
    .insertInto('calificaciones')
    .values({ competidorId: entrada.id, juezId: juez.id, ...values })
    .onConflict((conflict) => conflict.columns(['competidorId', 'juezId']).doUpdateSet(values))
    .execute()
  work.changed({
    kind: 'calificacion',
    ...changeIdsOf(entrada.id, entrada),
    ...(before && { before: marcaRecordOf(juez, before) }),
    after: marcaRecordOf(juez, after),
  })
}

/** The fields of a mark that the change log stores. */
function marcaRecordOf(
  juez: DeMarca['juez'],
  { estado, version, l_calificacion, criterios, motivo }: MarcaDeEntrada,
): object {
  return { juezId: juez.id, juez: juez.nombre, estado, version, l_calificacion, criterios, motivo }
}
