import { detalle } from '#contract/views/calificaciones.ts'
import type { Dia } from '#domain/dia.ts'
import { hrefTo, type Path } from '../paths.ts'
import { addressOf, type Params } from '../ui/address.ts'

const DETALLE: Path = '/calificaciones-detalle/:dia/:categoria/:nombre'
export const RESULTADOS = hrefTo('/calificaciones')

export interface Ruta {
  readonly dia: Dia
  readonly categoria: string
  readonly nombre: string
}

/** What a link to an entry's marks says. */
export function hrefToDetalle({ dia, categoria, nombre }: Ruta): string {
  return `#${addressOf(DETALLE, { dia, categoria, nombre })}`
}

/** What an address asks for; `undefined` when there can be no such thing: the server is not asked then. */
export function readRuta(params: Params): Ruta | undefined {
  const read = detalle.params.safeParse(params)
  return read.success ? read.data : undefined
}
