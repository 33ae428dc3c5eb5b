import type { CategoriaDeJornada, Jornada } from './jornada.ts'
import type { EnTurno } from './turno.ts'

/** The line of the entry on the card of the post of music: what sounds, else the entry in course, else the next one. */
export function enTarjetaOf<G extends CategoriaDeJornada>(
  { categorias, actual, siguen }: Pick<Jornada<G>, 'categorias' | 'actual' | 'siguen'>,
  sonando: string | null,
): Jornada<G>['actual'] {
  for (const { categoria, renglones } of categorias) {
    const renglon = renglones.find(({ competidor }) => competidor.id === sonando)
    if (renglon) return { categoria, renglon }
  }
  return actual ?? siguen[0]
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

interface Suena {
  /** The entry whose track sounds, and that which had the turn when it was started; null: none. */
  readonly sonando: string | null
  readonly empezo: string | null
  /** The entry that has the turn; null without one, as in a break. */
  readonly enTurno: string | null
}

/** Whether the turn has moved on while a track plays. Not when the track of another entry was started on purpose. */
export function isTurnoDeOtro({ sonando, empezo, enTurno }: Suena): boolean {
  return sonando !== null && enTurno !== null && enTurno !== sonando && enTurno !== empezo
}
