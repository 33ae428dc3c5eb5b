import { fillOrden } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import { renumber } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { checkAbierta } from '../calificaciones/cierre.ts'
import type { Tx } from '../db/database.ts'
import type { CategoriasTable } from '../db/schema.ts'
import type { Work } from '../work.ts'

export async function listByDia(tx: Tx, dia: Dia | null): Promise<CategoriasTable[]> {
  const all = tx.selectFrom('categorias').selectAll()
  return (dia === null ? all.where('dia', 'is', null) : all.where('dia', '=', dia)).execute()
}

export async function findCategoria(tx: Tx, id: string): Promise<CategoriasTable | undefined> {
  return tx.selectFrom('categorias').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Throws `categoria.missing`. */
export async function mustFindCategoria(tx: Tx, id: string): Promise<CategoriasTable> {
  const categoria = await findCategoria(tx, id)
  if (!categoria) throw new Problem('categoria.missing')
  return categoria
}

/** Throws `categoria.missing` or `categoria.closed`. */
export async function mustFindAbierta(tx: Tx, id: string): Promise<CategoriasTable> {
  const categoria = await mustFindCategoria(tx, id)
  await checkAbierta(tx, id)
  return categoria
}

export async function saveCategoria(tx: Tx, id: string, values: Partial<CategoriasTable>): Promise<void> {
  await tx.updateTable('categorias').set(values).where('id', '=', id).execute()
}

/** The views show each category anew. Without an entry's id, the log shows no row. */
export async function saveOrdenes(
  work: Work,
  changed: readonly (CategoriasTable & { readonly orden: number })[],
): Promise<void> {
  for (const { id, dia, orden } of changed) {
    await saveCategoria(work.tx, id, { orden })
    work.changed({ kind: 'competidor', dia, categoriaId: id })
  }
}

export type Nueva = Partial<Pick<CategoriasTable, 'criterios' | 'metodo' | 'origen'>> & {
  readonly nombre: string
  readonly dia: Dia
}

/** Inserts a category at the end of its day. Its caller records it. */
export async function insertCategoria(
  work: Work,
  { nombre, dia, criterios = null, metodo = null, origen = null }: Nueva,
): Promise<CategoriasTable> {
  const siblings = fillOrden(await listByDia(work.tx, dia))
  await saveOrdenes(work, renumber(siblings))
  const orden = siblings.length + 1
  const fechaCreacion = new Date(work.now()).toISOString()
  const categoria = { id: work.newId(), nombre, dia, criterios, metodo, origen, orden, fechaCreacion }
  await work.tx.insertInto('categorias').values(categoria).execute()
  return categoria
}
