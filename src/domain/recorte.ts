import { centesimasOf } from './calificacion.ts'
import { rankInGroups } from './grupos.ts'
import { sortByJuez, type Marca } from './resultados.ts'

/** With fewer judges in the category, all totals count. */
const JUECES_MIN = 5

/**
 * The marks of an entry that count with `recortada` in a category with five judges or more: all but one highest and one lowest
 * total. A missing mark is a lowest one. Among equal totals the highest is the first by the name of the judge, the lowest the
 * last. So every entry of a category is compared by the same number of totals, also while marks are missing.
 */
export function recortadasOf(marcas: readonly Marca[], jueces: number): readonly Marca[] {
  if (jueces < JUECES_MIN) return marcas
  const ranked = rankInGroups(sortByJuez(marcas), ({ l_calificacion }) => [centesimasOf(l_calificacion)])
    .flatMap(({ items }) => items)
    .slice(1)
  return marcas.length < jueces ? ranked : ranked.slice(0, -1)
}
