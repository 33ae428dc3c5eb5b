import type { PasoRevelado } from '#contract/views/pantallas.ts'
import { fichaOf } from '#domain/numero.ts'
import type { Paso } from '#domain/premiacion.ts'
import type { Tx } from '../db/database.ts'

/** Steps with the entries that they name, as they are now; one that was deleted since is left out. */
export async function withCompetidores(tx: Tx, pasos: readonly Paso[]): Promise<PasoRevelado[]> {
  const ids = pasos.flatMap((paso) => paso.ids)
  if (ids.length === 0) return []
  const columns = ['id', 'nombre', 'compania', 'numero'] as const
  const rows = await tx.selectFrom('competidores').select(columns).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, fichaOf(row)]))
  return pasos.map(({ lugares, ids: own }) => ({
    lugares,
    competidores: own.flatMap((id) => {
      const { id: _id, ...ficha } = byId.get(id) ?? { id: null }
      return 'nombre' in ficha ? [ficha] : []
    }),
  }))
}
