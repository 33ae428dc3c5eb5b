import { DIAS, type Dia } from '#domain/dia.ts'
import { sortByOrden } from '#domain/orden.ts'
import { view } from '../view.ts'
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
export interface PremiacionEnCursoPart {
  readonly tipo: 'premiacion'
  readonly categoriaId: string
  readonly premios: number
  /** How many steps were revealed. 0: the title. */
  readonly paso: number
  /** All steps, also those that come. */
  readonly pasos: readonly PasoRevelado[]
}

export type PremiacionesPart =
  | { readonly tipo: 'embargo'; readonly retener: boolean }
  | CategoriaPorAnunciar
  | PremiacionEnCursoPart

/** `categorias` are in the order of their days. */
export interface Premiaciones {
  readonly retener: boolean
  readonly categorias: readonly CategoriaPorAnunciar[]
  readonly enCurso?: PremiacionEnCursoPart
}

export const premiaciones = view('premiaciones', {
  assemble: (parts: ReadonlyMap<string, PremiacionesPart>): Premiaciones | undefined => {
    const all = [...parts.values()]
    const embargo = all.find((part) => part.tipo === 'embargo')
    const enCurso = all.find((part) => part.tipo === 'premiacion')
    const categorias = sortByOrden(all.filter((part) => part.tipo === 'categoria'))
    return (
      embargo && {
        retener: embargo.retener,
        categorias: DIAS.flatMap((dia) => categorias.filter((categoria) => categoria.dia === dia)),
        ...(enCurso && { enCurso }),
      }
    )
  },
})
