import type { CategoriaDeJornada } from './jornada.ts'
import type { EnTurno } from './turno.ts'

interface Linea {
  readonly renglon: { readonly competidor: { readonly id: string } }
}

/** The line on the card of the post of music: that of what sounds, else the entry in course, else the next one. */
export function enTarjetaOf<L extends Linea>(
  lineas: readonly L[],
  { actual, siguen }: { readonly actual: L | undefined; readonly siguen: readonly L[] },
  sonando: string | null,
): L | undefined {
  return lineas.find(({ renglon }) => renglon.competidor.id === sonando) ?? actual ?? siguen[0]
}

/** The entries of a day in the order in which their tracks are needed: from the one in course on, then those before it. */
export function enOrdenDePista({
  categorias,
  selectedRow,
}: Pick<EnTurno, 'selectedRow'> & { readonly categorias: readonly CategoriaDeJornada[] }): string[] {
  const ids = categorias.flatMap(({ competidores }) => competidores.map(({ id }) => id))
  const from = Math.max(0, selectedRow - 1)
  return [...ids.slice(from), ...ids.slice(0, from)]
}

/**
 * Whether the turn has moved on while a track plays. Not when the track of another entry was started on purpose. `empezo`: the entry
 * that had the turn when it was started; `enTurno`: that which has it; null: none, as in a break.
 */
export function isTurnoDeOtro(sonando: string | null, empezo: string | null, enTurno: string | null): boolean {
  return sonando !== null && enTurno !== null && enTurno !== sonando && enTurno !== empezo
}
