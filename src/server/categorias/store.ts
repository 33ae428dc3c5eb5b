import type { CategoriaConocida } from '#domain/carga.ts'
import { fillOrden } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import { renumber } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { checkAbierta } from '../calificaciones/cierre.ts'
import type { Tx } from '../db/database.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'
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

/** A category with its limit, its entries and the lengths of their tracks, its former names, and whether it is closed. */
export interface CategoriaRow extends CategoriasTable, Pick<CategoriaConocida, 'cerrada' | 'anteriores'> {
  readonly cupo: number | null
  readonly competidores: readonly (CompetidoresTable & { readonly duracion: number | null })[]
}

/** Reads all categories, or only the ones in `ids`, with all their entries. */
export async function readCategorias(tx: Tx, ids: 'all' | readonly string[]): Promise<CategoriaRow[]> {
  if (ids !== 'all' && ids.length === 0) return []
  let wanted = tx
    .selectFrom('categorias as c')
    .leftJoin('cupo', 'cupo.categoriaId', 'c.id')
    .leftJoin('cierre', 'cierre.categoriaId', 'c.id')
    .selectAll('c')
    .select(['cupo.cupo', 'cierre.categoriaId as cierre'])
  let entries = tx
    .selectFrom('competidores as e')
    .leftJoin('musica as m', 'm.path', 'e.musicaPath')
    .selectAll('e')
    .select('m.duracion')
  if (ids !== 'all') {
    wanted = wanted.where('c.id', 'in', ids)
    entries = entries.where('categoriaId', 'in', ids)
  }
  const byCategoria = Map.groupBy(await entries.execute(), ({ categoriaId }) => categoriaId)
  const before = Map.groupBy(await tx.selectFrom('anterior').selectAll().execute(), ({ categoriaId }) => categoriaId)
  return (await wanted.execute()).map(({ cierre, ...row }) => ({
    ...row,
    cerrada: cierre !== null,
    anteriores: (before.get(row.id) ?? []).map(({ dia, nombre, revision }) => ({ dia, nombre, revision })),
    competidores: byCategoria.get(row.id) ?? [],
  }))
}
