import { useMemo } from 'react'
import { pasoOf, programaEnVivo, type CategoriaProgramada, type DiaEnVivo, type Programa } from '#domain/horario.ts'
import { useContactMinute } from '../live/tab.ts'

/** The day as its schedule shows it now. Without a connection, expected times are those of the last contact. */
export function usePrograma<G extends CategoriaProgramada>(dia: DiaEnVivo<G>): Programa<G> {
  const now = useContactMinute(pasoOf(dia), (dia.programa ?? dia.pausa) !== undefined)
  return useMemo(() => programaEnVivo(dia, now), [dia, now])
}
