import { sql } from 'kysely'
import type { Dia } from '#domain/dia.ts'
import { sortByOrden, sortPlaced } from '#domain/orden.ts'
import type { EstadoRetiro } from '#domain/retiro.ts'
import type { Lista } from '#domain/turno.ts'
import type { Tx } from '../db/database.ts'
import type { CategoriasTable, CompetidoresTable } from '../db/schema.ts'

/** An entry of the running order. */
export interface EntradaEnOrden extends Pick<
  CompetidoresTable,
  'id' | 'orden' | 'categoriaId' | 'nombre' | 'compania' | 'numero' | 'nota' | 'musicaPath'
> {
  readonly retiro: EstadoRetiro | null
  /** Null: the entry has not had the turn of its day. 1: it had the turn and waits for it again. */
  readonly llamada: 0 | 1 | null
}

export interface CategoriaEnOrden extends Pick<CategoriasTable, 'id' | 'orden'> {
  readonly nombre: string
  readonly entradas: readonly EntradaEnOrden[]
}

/** The categories of a day that have a name, with their placed entries, in running order: all of them, or only the ones in `ids`. */
export async function readOrdenDeDia(
  tx: Tx,
  dia: Dia,
  ids: 'all' | readonly string[] = 'all',
): Promise<CategoriaEnOrden[]> {
  // In SQL, as each statement of every press and flush: Kysely takes as long to build one as SQLite to run it.
  const asked = ids === 'all' ? sql`` : sql`and c."id" in (${sql.join(ids)})`
  const named = sql`c."dia" = ${dia} and c."nombre" <> '' ${asked}`
  const [categorias, entradas] = await Promise.all([
    sql<Omit<CategoriaEnOrden, 'entradas'>>`
    select c."id", c."nombre", c."orden" from "categorias" as c where ${named}`.execute(tx),
    sql<EntradaEnOrden>`
    select e."id", e."categoriaId", e."orden", e."nombre", e."compania", e."numero", e."nota", e."musicaPath",
      (select r."estado" from "retiro" as r where r."competidorId" = e."id") as "retiro",
      (select l."espera" from "llamada" as l where l."competidorId" = e."id" order by l."revision" desc limit 1) as "llamada"
    from "categorias" as c inner join "competidores" as e on e."categoriaId" = c."id"
    where e."orden" is not null and ${named}`.execute(tx),
  ])
  const byCategoria = Map.groupBy(entradas.rows, ({ categoriaId }) => categoriaId)
  // Sorted here, as the screens do: the two databases sort text differently.
  return sortByOrden(categorias.rows).map((row) => ({ ...row, entradas: sortPlaced(byCategoria.get(row.id) ?? []) }))
}

/** The entries of a running order that turns count. */
export function listaOf(categorias: readonly CategoriaEnOrden[]): Lista {
  return categorias.flatMap(({ entradas }) =>
    entradas.map(({ id, retiro, llamada }) => ({
      id,
      retirado: retiro !== null,
      llamado: llamada !== null,
      espera: llamada === 1,
    })),
  )
}
