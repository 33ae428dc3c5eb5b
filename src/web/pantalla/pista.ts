import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import type { PistasPart } from '#contract/views/pantallas.ts'
import { tituloOf } from '#domain/categoria.ts'
import type { Jornada } from '#domain/jornada.ts'
import type { Track } from '../inscripciones/trackPlayer.ts'

/** An entry of the day. */
export type Linea = NonNullable<Jornada<CategoriaHorarioPart>['actual']>
export type Pistas = PistasPart['pistas']

export const idOf = ({ renglon }: Linea): string => renglon.competidor.id

/** The element id of its row. */
export const rowId = (linea: Linea): string => `pista-${idOf(linea)}`

/** The track of an entry; undefined without one. */
export function trackOf({ categoria, renglon }: Linea, pistas: Pistas): Track | undefined {
  const { id, nombre } = renglon.competidor
  const pista = pistas[id]
  return pista && { id, nombre, detalle: tituloOf(categoria), duracion: pista.duracion }
}
