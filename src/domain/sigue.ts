import type { CategoriaDeJornada, Jornada } from './jornada.ts'
import { formatCount } from './plural.ts'

/**
 * `Sigue Salsa: 4 competidores` where one of the next entries opens its category; otherwise null. Withdrawn entries do not count, and
 * those before the first that competes do not open it.
 */
export function aperturaText(
  { categorias }: Pick<Jornada<CategoriaDeJornada>, 'categorias'>,
  { categoria, renglon }: Jornada<CategoriaDeJornada>['siguen'][number],
): string | null {
  const renglones = categorias.find((one) => one.categoria.id === categoria.id)?.renglones ?? []
  const before = renglones.filter(({ turno }) => turno < renglon.turno)
  if (before.some(({ competidor, estatus }) => estatus !== 'Espera' || competidor.retiro === null)) return null
  const compiten = renglones.filter(({ competidor }) => competidor.retiro === null).length
  return `Sigue ${categoria.nombre}: ${formatCount(compiten, 'competidor', 'competidores')}`
}
