import { isDia } from '#domain/dia.ts'
import type { Ruta } from '#contract/views/ruta.ts'
import { hrefTo, type Path } from '../paths.ts'
import { addressOf, type Params } from '../address.ts'

const DETALLE: Path = '/calificaciones-detalle/:dia/:categoria/:nombre'
export const RESULTADOS = hrefTo('/calificaciones')

/** The link to the marks of an entry. */
export function hrefToDetalle(ruta: Ruta): string {
  return `#${addressOf(DETALLE, ruta)}`
}

/** Reads the parameters of an address. `undefined`: no entry can have them, and the server is not asked. */
export function readRuta({ dia, categoria = '', nombre = '' }: Params): Ruta | undefined {
  return isDia(dia) ? { dia, categoria, nombre } : undefined
}
