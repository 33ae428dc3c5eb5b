import { nombreOf, type Textos } from './competidor.ts'

/** What a load made and is still there. */
export interface Cargada {
  readonly competidores: readonly (Pick<Textos, 'nombre'> & {
    readonly numero: string | null
    readonly tieneMusica: boolean
    readonly tieneMarcas: boolean
    readonly tuvoTurno: boolean
  })[]
  readonly categorias: readonly {
    readonly nombre: string | null
    readonly cerrada: boolean
    /** It has entries that the load did not make. */
    readonly tieneOtros: boolean
  }[]
}

/** Why a load cannot be undone; `null` when it can. Undoing never takes the work of others with it. */
export function retencionOf({ competidores, categorias }: Cargada): string | null {
  if (competidores.length === 0 && categorias.length === 0) return 'ya no queda nada de ella'
  for (const { tieneMusica, tieneMarcas, numero, tuvoTurno, ...one } of competidores) {
    const nombre = nombreOf(one)
    if (tieneMarcas) return `${nombre} ya tiene calificaciones`
    if (tuvoTurno) return `${nombre} ya tuvo el turno`
    if (tieneMusica) return `${nombre} ya tiene música`
    if (numero !== null) return `${nombre} ya tiene número`
  }
  for (const { nombre, cerrada, tieneOtros } of categorias) {
    if (cerrada) return `la categoría ${nombre ?? ''} está cerrada`
    if (tieneOtros) return `la categoría ${nombre ?? ''} tiene otros competidores`
  }
  return null
}
