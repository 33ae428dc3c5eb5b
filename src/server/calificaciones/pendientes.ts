import type { MarcaDeJuez } from '#domain/jurado.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { CategoriasTable, TardiaTable } from '../db/schema.ts'
import type { CompetidorDeHoja } from './store.ts'

/** The entry of a late mark, with the marks that the head judges have sent for it. */
interface EntradaDePendiente extends Pick<CompetidorDeHoja, 'nombre' | 'retiro'> {
  readonly categoria: Pick<CategoriasTable, 'id' | 'nombre' | 'dia'>
  readonly cerrada: boolean
  readonly marcas: readonly MarcaDeJuez[]
}

/** A late mark that waits for a decision. */
export interface Pendiente extends Pick<TardiaTable, 'id' | 'causa' | 'recibida' | 'l_calificacion'> {
  readonly juez: string
  /** The total of the stored mark of the judge; null: there is none. */
  readonly vigente: string | null
  /** Null: the entry was deleted. */
  readonly en: EntradaDePendiente | null
}

const selectPendientes = statement((tx) =>
  tx
    .selectFrom('tardia as t')
    .innerJoin('jueces as j', 'j.id', 't.juezId')
    .leftJoin('competidores as e', 'e.id', 't.competidorId')
    .leftJoin('categorias as c', 'c.id', 'e.categoriaId')
    .leftJoin('retiro as r', 'r.competidorId', 'e.id')
    .leftJoin('cierre as k', 'k.categoriaId', 'c.id')
    .leftJoin('calificaciones as m', (join) =>
      join.onRef('m.competidorId', '=', 't.competidorId').onRef('m.juezId', '=', 't.juezId'),
    )
    .select(['t.id', 't.causa', 't.recibida', 't.l_calificacion', 'j.nombre as juez', 't.competidorId'])
    .select(['e.nombre', 'c.id as categoriaId', 'c.nombre as categoria', 'c.dia'])
    .select(['r.estado', 'r.motivo', 'k.categoriaId as cerrada', 'm.l_calificacion as vigente'])
    .where('t.estado', '=', 'pendiente'),
)

const selectDePrincipales = statement((tx) =>
  tx
    .selectFrom('calificaciones as m')
    .innerJoin('jueces as j', 'j.id', 'm.juezId')
    .select(['m.competidorId', 'm.juezId', 'm.estado', 'j.nombre as juez'])
    .where('j.principal', '=', 1)
    .where('m.competidorId', 'in', (eb) =>
      eb.selectFrom('tardia as t').select('t.competidorId').where('t.estado', '=', 'pendiente'),
    ),
)

/** The late marks that wait. Reads nothing of other entries: each mark that is sent reads all of these again. */
export async function listPendientes(tx: Tx): Promise<Pendiente[]> {
  const rows = await selectPendientes(tx, {})
  if (rows.length === 0) return []
  const marcas = Map.groupBy(await selectDePrincipales(tx, {}), ({ competidorId }) => competidorId)
  return rows.map((row) => {
    const { id, causa, recibida, l_calificacion, vigente, juez, competidorId } = row
    return { id, causa, recibida, l_calificacion, vigente, juez, en: entradaOf(row, marcas.get(competidorId) ?? []) }
  })
}

function entradaOf(
  {
    nombre,
    categoriaId,
    categoria,
    dia,
    cerrada,
    estado,
    motivo,
  }: Awaited<ReturnType<typeof selectPendientes>>[number],
  marcas: readonly MarcaDeJuez[],
): EntradaDePendiente | null {
  if (categoriaId === null) return null
  return {
    nombre,
    categoria: { id: categoriaId, nombre: categoria, dia },
    cerrada: cerrada !== null,
    retiro: estado && { estado, motivo },
    marcas,
  }
}
