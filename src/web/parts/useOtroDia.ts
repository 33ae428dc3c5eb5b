import { useMemo } from 'react'
import { horarioDeDia, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import type { Dia } from '#domain/dia.ts'
import { programaFueraDeVivo, type Programa } from '#domain/horario.ts'
import { useView } from '../live/tab.ts'

/** The running order of a day that is not live; `undefined` while it loads, and without a day. */
export function useOtroDia(dia: Dia | undefined): Programa<CategoriaHorarioPart>['categorias'] | undefined {
  const otro = useView(horarioDeDia, dia && { dia })
  return useMemo(() => otro && programaFueraDeVivo(otro.categorias, otro, otro.programa), [otro])
}
