import { nombreOf, type Textos } from './competidor.ts'

/** What a load made and is still there. */
export interface Cargada {
  readonly competidores: readonly (Pick<Textos, 'nombre'> & {
    readonly numero: string | null
    readonly musicaPath: string | null
    readonly tieneMarcas: boolean
    readonly tuvoTurno: boolean
  })[]
  /** Those that it made, and those of its entries. `tieneOtros`: it made the category, which has entries that it did not make. */
  readonly categorias: readonly {
    readonly nombre: string | null
    readonly cerrada: boolean
    readonly tieneOtros: boolean
  }[]
}

/** Why a load cannot be undone; `null` when it can. Undoing never takes the work of others with it. */
export function retencionOf({ competidores, categorias }: Cargada): string | null {
  const [first] = competidores.flatMap(({ tieneMarcas, tuvoTurno, musicaPath, numero, ...one }) => {
    const ya =
      (tieneMarcas && 'tiene calificaciones') ||
      (tuvoTurno && 'tuvo el turno') ||
      (musicaPath && 'tiene música') ||
      (numero && 'tiene número')
    return ya ? [`${nombreOf(one)} ya ${ya}`] : []
  })
  const [closed] = categorias.filter(({ cerrada }) => cerrada)
  const [shared] = categorias.filter(({ tieneOtros }) => tieneOtros)
  if (first !== undefined) return first
  if (closed) return `la categoría ${closed.nombre} está cerrada`
  if (shared) return `la categoría ${shared.nombre} tiene otros competidores`
  return competidores.length + categorias.length === 0 ? 'ya no queda nada de ella' : null
}
