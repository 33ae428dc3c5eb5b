import { centesimasOf } from './calificacion.ts'
import { rankInGroups } from './grupos.ts'
import { sortByJuez, type Marca } from './resultados.ts'

/** With fewer marks, all count. */
const MARCAS_MIN = 5

/**
 * The marks of an entry that count with `recortada`: of five or more, all but one highest and one lowest total. Among equal
 * totals the highest is the first by the name of the judge, the lowest the last.
 */
export function recortadasOf(marcas: readonly Marca[]): readonly Marca[] {
  if (marcas.length < MARCAS_MIN) return marcas
  return rankInGroups(sortByJuez(marcas), ({ l_calificacion }) => [centesimasOf(l_calificacion)])
    .flatMap(({ items }) => items)
    .slice(1, -1)
}
