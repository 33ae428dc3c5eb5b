import type { ReactNode } from 'react'
import { isPublicado } from '#domain/ajustes.ts'
import { DIAS, type Dia } from '#domain/dia.ts'
import type { Sigo } from '#domain/sigo.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import { portada } from '#contract/views/portada.ts'
import { filaDe } from '#contract/views/ruta.ts'
import { useView, useViews } from '../live/tab.ts'
import { LugarLink } from './LugarLink.tsx'

/** The place of a followed entry; undefined while it has none, or its results are not public. */
export type LugarOf = (seguido: Pick<Sigo, 'id' | 'categoriaId' | 'dia'>) => ReactNode

interface Props {
  /** The live day. */
  readonly dia: Dia
  readonly children: (lugarOf: LugarOf) => ReactNode
}

/** Opens the results of every day whose results are public: the server learns that an entry is followed, not which one. */
export function Lugares({ dia: vivo, children }: Props) {
  const publicado = useView(portada, {})?.publicado
  const days = useViews(
    resultados,
    DIAS.map((dia) => (publicado && isPublicado(publicado, dia) ? { dia } : undefined)),
  )
  return children(({ id, categoriaId, dia }) => {
    const day = days.find((one) => one?.dia === (dia ?? vivo))
    const fila = day && filaDe(day, { dia: day.dia, categoriaId, competidorId: id })
    return fila && fila.lugar !== null ? <LugarLink of={fila} /> : undefined
  })
}
