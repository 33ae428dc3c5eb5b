/** Apart from the views, which the first page of the public loads. */

import { nfc, sameNombre } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import type { DetalleParams, Resultados } from './calificaciones.ts'

/** The address of a detail by names. `nombre` is the `ruta` of an entry, or its id. */
export type Ruta = { readonly dia: Dia; readonly categoria: string; readonly nombre: string }

/** The parameters of the detail at an address; `undefined` when the results that the audience sees have no such entry. */
export function detalleEnRuta({ dia, categorias }: Resultados, { categoria, nombre }: Ruta): DetalleParams | undefined {
  for (const { id: categoriaId, nombre: own, puestos, retirados } of categorias) {
    if (!sameNombre(own, categoria)) continue
    const entry = [...puestos, ...retirados].find(({ id, ruta }) => id === nombre || nfc(ruta) === nfc(nombre))
    if (entry) return { dia, categoriaId, competidorId: entry.id }
  }
  return undefined
}
