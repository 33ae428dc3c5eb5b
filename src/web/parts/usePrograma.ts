import { useMemo } from 'react'
import { pasoOf, programaEnVivo, type CategoriaProgramada, type DiaEnVivo, type Programa } from '#domain/horario.ts'
import { isOffline } from '../live/connection.ts'
import { connection, useServerClock } from '../live/tab.ts'
import { useStore } from '../ui/store.ts'

/** The day as its schedule shows it now. Without a connection, expected times are those of the last contact. */
export function usePrograma<G extends CategoriaProgramada>(dia: DiaEnVivo<G>): Programa<G> {
  const state = useStore(connection)
  const now = useServerClock('minute', pasoOf(dia))
  const isHeld = isOffline(state) && (dia.programa ?? dia.pausa) !== undefined
  const at = isHeld ? Math.min(now, state.desde ?? now) : now
  return useMemo(() => programaEnVivo(dia, at), [dia, at])
}
