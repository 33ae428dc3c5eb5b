import type { Input } from '#contract/define.ts'
import type { moveCompetidor } from '#contract/competidores.ts'
import { type Direction, sortPlaced } from '#domain/orden.ts'
import type { TestApp } from './app.ts'

/** The input that moves an entry by one place in its category as it is now; at an end of the list it stays. */
export async function stepOf(app: TestApp, id: string, direccion: Direction): Promise<Input<typeof moveCompetidor>> {
  const all = await app.deps.db.read((tx) => tx.selectFrom('competidores').selectAll().execute())
  const categoriaId = all.find((one) => one.id === id)?.categoriaId
  const list = sortPlaced(all.filter((one) => one.categoriaId === categoriaId)).map((one) => one.id)
  const at = list.indexOf(id)
  const antesDe = direccion === 'up' && at > 0 ? list[at - 1] : list[at + (direccion === 'up' ? 1 : 2)]
  return { id, antesDe: antesDe ?? null }
}
