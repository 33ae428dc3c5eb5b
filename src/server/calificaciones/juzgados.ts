import type { Juzgado, MarcaDeJuez } from '#domain/jurado.ts'
import type { Tx } from '../db/database.ts'

/** The entries of a category with the states of their marks. */
export async function readJuzgados(tx: Tx, categoriaId: string): Promise<Juzgado[]> {
  const entries = await tx
    .selectFrom('competidores as e')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .select(['e.id', 'e.orden', 'r.estado', 'r.motivo'])
    .where('e.categoriaId', '=', categoriaId)
    .execute()
  const marcas = Map.groupBy(await readEstados(tx, categoriaId), ({ competidorId }) => competidorId)
  return entries.map(({ id, orden, estado, motivo }) => ({
    orden,
    retiro: estado && { estado, motivo },
    marcas: marcas.get(id) ?? [],
  }))
}

async function readEstados(tx: Tx, categoriaId: string): Promise<(MarcaDeJuez & { readonly competidorId: string })[]> {
  return tx
    .selectFrom('calificaciones as m')
    .innerJoin('competidores as e', 'e.id', 'm.competidorId')
    .innerJoin('jueces as j', 'j.id', 'm.juezId')
    .select(['m.competidorId', 'm.juezId', 'j.nombre as juez', 'm.estado'])
    .where('e.categoriaId', '=', categoriaId)
    .execute()
}
