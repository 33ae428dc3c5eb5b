import { foldNombre } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import { byJuez, type CompetidorCalificado, type Marca } from '#domain/resultados.ts'
import type { Tx } from '../db/database.ts'
import { inOneRead } from '../db/in-one-read.ts'
import type { CategoriasTable } from '../db/schema.ts'
import type { PenalizacionTable, RetiroTable } from '../db/schema-jueces.ts'

/** A category with its entries and their marks. */
export interface Hoja {
  readonly categoria: CategoriasTable & { readonly nombre: string }
  readonly competidores: readonly CompetidorCalificado[]
}

/** The categories of a day that have a name, with marks: all of them, or those with the given ids. */
export async function readHojas(tx: Tx, dia: Dia, ids: 'all' | readonly string[]): Promise<Hoja[]> {
  if (ids !== 'all' && ids.length === 0) return []
  let wanted = tx.selectFrom('categorias').selectAll().where('dia', '=', dia).where('nombre', '<>', '')
  if (ids !== 'all') wanted = wanted.where('id', 'in', ids)
  const categorias = await wanted.execute()
  if (categorias.length === 0) return []
  const inThese = categorias.map(({ id }) => id)
  const entries = await tx
    .selectFrom('competidores')
    .select(['id', 'categoriaId', 'nombre', 'compania', 'orden'])
    .where('categoriaId', 'in', inThese)
    .execute()
  const marcas = Map.groupBy(await readMarcas(tx, inThese), (marca) => marca.competidorId)
  const penalizaciones = Map.groupBy(await readPenalizaciones(tx, inThese), (row) => row.competidorId)
  const retiros = new Map((await readRetiros(tx, inThese)).map((row) => [row.competidorId, row]))
  const byCategoria = Map.groupBy(entries, (entry) => entry.categoriaId)
  return categorias.map((categoria) => ({
    categoria: { ...categoria, nombre: categoria.nombre ?? '' },
    competidores: (byCategoria.get(categoria.id) ?? []).map((entry) => ({
      ...entry,
      marcas: marcas.get(entry.id) ?? [],
      penalizaciones: penalizaciones.get(entry.id) ?? [],
      retiro: retiros.get(entry.id) ?? null,
    })),
  }))
}

async function readPenalizaciones(tx: Tx, categoriaIds: readonly string[]): Promise<PenalizacionTable[]> {
  return tx
    .selectFrom('penalizacion as p')
    .innerJoin('competidores as e', 'e.id', 'p.competidorId')
    .selectAll('p')
    .where('e.categoriaId', 'in', categoriaIds)
    .orderBy('p.fecha')
    .orderBy('p.id')
    .execute()
}

async function readRetiros(tx: Tx, categoriaIds: readonly string[]): Promise<RetiroTable[]> {
  return tx
    .selectFrom('retiro as r')
    .innerJoin('competidores as e', 'e.id', 'r.competidorId')
    .selectAll('r')
    .where('e.categoriaId', 'in', categoriaIds)
    .execute()
}

/**
 * The category of a day with a name. A visitor may open any number of details, and a change updates them all, so each
 * category is read once per transaction.
 */
export async function readHojaOf(tx: Tx, dia: Dia, nombre: string): Promise<Hoja | undefined> {
  const id = (await readNombres(tx, dia)).get(foldNombre(nombre))
  return id === undefined ? undefined : readHoja(tx, dia, id)
}

const readNombres = inOneRead(async (tx, dia: Dia) => {
  const rows = await tx.selectFrom('categorias').select(['id', 'nombre']).where('dia', '=', dia).execute()
  return new Map(rows.flatMap(({ id, nombre }): [string, string][] => (nombre ? [[foldNombre(nombre), id]] : [])))
})

const readHoja = inOneRead(async (tx, dia: Dia, id: string) => (await readHojas(tx, dia, [id]))[0])

async function readMarcas(
  tx: Tx,
  categoriaIds: readonly string[],
): Promise<(Marca & { readonly competidorId: string })[]> {
  const rows = await tx
    .selectFrom('calificaciones as m')
    .innerJoin('competidores as e', 'e.id', 'm.competidorId')
    .innerJoin('jueces as j', 'j.id', 'm.juezId')
    .select(['m.competidorId', 'j.nombre as juez', 'm.l_calificacion', 'm.criterios'])
    .where('e.categoriaId', 'in', categoriaIds)
    .execute()
  return byJuez(rows.map(({ criterios, ...row }) => ({ ...row, criterios: textsOf(criterios) })))
}

function textsOf(json: string): Record<string, string> {
  const value: unknown = JSON.parse(json)
  return Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([clave, texto]) => [
      clave,
      String(texto),
    ]),
  )
}
