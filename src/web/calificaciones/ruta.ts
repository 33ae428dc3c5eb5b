import { detalle } from '#contract/views/calificaciones.ts'
import type { Dia } from '#domain/dia.ts'
import { hrefTo, type Path } from '../paths.ts'
import { addressOf, type Params } from '../address.ts'

const DETALLE: Path = '/calificaciones-detalle/:dia/:categoria/:nombre'
export const RESULTADOS = hrefTo('/calificaciones')

export interface Ruta {
  readonly dia: Dia
  readonly categoria: string
  readonly nombre: string
}

/** The link to the marks of an entry. */
export function hrefToDetalle({ dia, categoria, nombre }: Ruta): string {
  return `#${addressOf(DETALLE, { dia, categoria, nombre })}`
}

/** Reads the parameters of an address. `undefined`: no entry can have them, and the server is not asked. */
export function readRuta(params: Params): Ruta | undefined {
  const read = detalle.params.safeParse(params)
  return read.success ? read.data : undefined
}
