import { useMemo } from 'react'
import { horarioDeDia, type CategoriaHorarioPart } from '#contract/views/horario.ts'
import type { Dia } from '#domain/dia.ts'
import { jornadaFueraDeVivo, type Jornada } from '#domain/jornada.ts'
import { useViews } from '../live/tab.ts'

type Orden = Jornada<CategoriaHorarioPart>['categorias']

/** The running order of each of some days that are not live; `undefined` while it loads, and without a day. */
export function useOtrosDias(dias: readonly (Dia | undefined)[]): readonly (Orden | undefined)[] {
  const otros = useViews(
    horarioDeDia,
    dias.map((dia) => dia && { dia }),
  )
  return useMemo(() => otros.map((otro) => otro && jornadaFueraDeVivo(otro.categorias, otro, otro.programa)), [otros])
}
