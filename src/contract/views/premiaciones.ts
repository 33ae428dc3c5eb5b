import type { Dia } from '#domain/dia.ts'
import { sortByDia } from '#domain/orden.ts'
import type { Premiacion } from '#domain/premiacion.ts'
import { view, type DocOf } from '../view.ts'
import type { PasoRevelado } from './pantallas.ts'

/** A category, as the organiser announces it once it has entries. */
export interface CategoriaPorAnunciar {
  readonly tipo: 'categoria'
  readonly id: string
  readonly nombre: string
  readonly dia: Dia
  readonly orden: number | null
  readonly anunciada: boolean
  /** It is closed: a ceremony may begin. */
  readonly isFinal: boolean
  readonly hasEntries: boolean
}

/** The ceremony in course. */
export interface PremiacionEnCursoPart extends Pick<Premiacion, 'categoriaId' | 'premios' | 'paso'> {
  readonly tipo: 'premiacion'
  /** All steps, also those that come. */
  readonly pasos: readonly PasoRevelado[]
}

export type PremiacionesPart =
  | { readonly tipo: 'embargo'; readonly retener: boolean }
  | CategoriaPorAnunciar
  | PremiacionEnCursoPart

/** `categorias` are in the order of their days. */
export const premiaciones = view('premiaciones', {
  assemble: (parts: readonly PremiacionesPart[]) => {
    const embargo = parts.find((part) => part.tipo === 'embargo')
    const enCurso = parts.find((part) => part.tipo === 'premiacion')
    return (
      embargo && {
        retener: embargo.retener,
        categorias: sortByDia(parts.filter((part) => part.tipo === 'categoria')),
        ...(enCurso && { enCurso }),
      }
    )
  },
})

export type Premiaciones = DocOf<typeof premiaciones>
