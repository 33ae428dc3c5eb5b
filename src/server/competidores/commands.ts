import type { deleteCompetidor, moveCompetidor, placeCompetidor } from '#contract/competidores.ts'
import type { Input, Output } from '#contract/define.ts'
import type { Dia } from '#domain/dia.ts'
import { move, placeLast, renumber } from '#domain/orden.ts'
import { Problem } from '#domain/problem.ts'
import { find as findCategoria } from '../categorias/store.ts'
import type { Deps } from '../deps.ts'
import { keepTurno } from '../horario/turno.ts'
import type { Work } from '../work.ts'
import { removeMusica } from './musica.ts'
import * as store from './store.ts'

/** Swaps an entry with its neighbour in its category. */
export async function reorder(
  work: Work,
  { id, direccion }: Input<typeof moveCompetidor>,
): Promise<Output<typeof moveCompetidor>> {
  const { entry, dia } = await mustFind(work, id)
  if (entry.orden === null) throw new Problem('competidor.unplaced')
  await saveOrdenes(work, dia, move(await store.listByCategoria(work.tx, entry.categoriaId), id, direccion))
  await keepTurno(work, dia)
  return {}
}

/** Gives an entry without order the last place of its category. */
export async function place(
  work: Work,
  { id }: Input<typeof placeCompetidor>,
): Promise<Output<typeof placeCompetidor>> {
  const { entry, dia } = await mustFind(work, id)
  if (entry.orden !== null) throw new Problem('competidor.placed')
  await saveOrdenes(work, dia, placeLast(await store.listByCategoria(work.tx, entry.categoriaId), id))
  await keepTurno(work, dia)
  return {}
}

/** Deletes an entry with its marks and its music, and closes the gap in its category. */
export async function remove(
  deps: Deps,
  work: Work,
  { id }: Input<typeof deleteCompetidor>,
): Promise<Output<typeof deleteCompetidor>> {
  const { entry, dia } = await mustFind(work, id)
  const siblings = await store.listByCategoria(work.tx, entry.categoriaId)
  await store.remove(work.tx, id)
  await removeMusica(deps, work, entry.musicaPath)
  work.changed({ kind: 'competidor', dia, categoriaId: entry.categoriaId, competidorId: id, before: entry })
  await saveOrdenes(work, dia, renumber(siblings, id))
  await keepTurno(work, dia)
  return {}
}

type Row = NonNullable<Awaited<ReturnType<typeof store.find>>>

async function mustFind(work: Work, id: string): Promise<{ entry: Row; dia: Dia | null }> {
  const entry = await store.find(work.tx, id)
  if (!entry) throw new Problem('competidor.missing')
  return { entry, dia: (await findCategoria(work.tx, entry.categoriaId))?.dia ?? null }
}

async function saveOrdenes(
  work: Work,
  dia: Dia | null,
  moved: readonly (Row & { readonly orden: number })[],
): Promise<void> {
  for (const { id, categoriaId, orden } of moved) {
    await store.saveOrden(work.tx, { id, orden })
    work.changed({ kind: 'competidor', dia, categoriaId, competidorId: id, after: { orden } })
  }
}
