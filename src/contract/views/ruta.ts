/** Apart from the views, which the first page of the public loads. */

import { nfc, sameNombre } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import type { CategoriaResultadosPart, DetalleParams, Resultados } from './calificaciones.ts'

/** The address of a detail by names. `nombre` is the `ruta` of an entry, or its id. */
export type Ruta = { readonly dia: Dia; readonly categoria: string; readonly nombre: string }

/**
 * The parameters of the detail at an address; `undefined` when the results that the audience sees have no such entry. An address
 * with a former day or name of a category leads to its entry while no category has them: `dias` are the results of all days
 * then, else of the day of the address alone.
 */
export function detalleEnRuta(
  dias: readonly Resultados[],
  { dia, categoria, nombre }: Ruta,
): DetalleParams | undefined {
  const isNamed = (one: { readonly nombre: string }): boolean => sameNombre(one.nombre, categoria)
  for (const day of dias) {
    const named = day.dia === dia ? day.categorias.filter(isNamed) : []
    const before = (day.anteriores ?? []).filter((one) => one.dia === dia && isNamed(one))
    const had = before.flatMap(({ categoriaId }) => day.categorias.filter(({ id }) => id === categoriaId))
    for (const { id: categoriaId, ...lines } of [...named, ...had]) {
      const entry = filasOf(lines).find(({ id, ruta }) => id === nombre || nfc(ruta) === nfc(nombre))
      if (entry) return { dia: day.dia, categoriaId, competidorId: entry.id }
    }
  }
  return undefined
}

/** Whether the category of an address waits for its announcement for this audience. */
export function isRetenidaEnRuta({ dia, categorias }: Resultados, ruta: Ruta): boolean {
  return dia === ruta.dia && categorias.some((one) => one.retenida && sameNombre(one.nombre, ruta.categoria))
}

/** An entry in the table of the results. `lugar` is null where it has none, or where the audience may not see it. */
interface FilaDeResultados {
  readonly ruta: Ruta
  readonly lugar: number | null
  /** That of its category. */
  readonly estado: CategoriaResultadosPart['estado']
  /** The entries above and below it in the table. */
  readonly anterior: Ruta | undefined
  readonly siguiente: Ruta | undefined
}

/** The line of an entry in the results of its day; `undefined` when the audience does not see it. */
export function filaDe(
  { dia, categorias }: Resultados,
  { categoriaId, competidorId }: DetalleParams,
): FilaDeResultados | undefined {
  const categoria = categorias.find(({ id }) => id === categoriaId)
  if (!categoria) return undefined
  const { nombre, estado } = categoria
  const filas = filasOf(categoria)
  const at = filas.findIndex(({ id }) => id === competidorId)
  const rutaAt = (index: number): Ruta | undefined => {
    const fila = filas[index]
    return fila && { dia, categoria: nombre, nombre: fila.ruta }
  }
  const ruta = rutaAt(at)
  const lugar = filas[at]?.lugar ?? null
  return ruta && { ruta, lugar, estado, anterior: rutaAt(at - 1), siguiente: rutaAt(at + 1) }
}

/** The lines of a table of the results, in its order. */
function filasOf({ puestos, retirados }: Pick<CategoriaResultadosPart, 'puestos' | 'retirados'>) {
  return [...puestos, ...retirados.map(({ id, ruta }) => ({ id, ruta, lugar: null }))]
}
