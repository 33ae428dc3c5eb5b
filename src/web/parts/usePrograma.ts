import { useMemo } from 'react'
import { pasoOf, programaEnVivo, type CategoriaProgramada, type DiaEnVivo, type Programa } from '#domain/horario.ts'
import { isOffline } from '../live/connection.ts'
import { connection, useServerClock } from '../live/tab.ts'
import { useStore } from '../ui/store.ts'

/**
 * The day as its schedule shows it now; undefined until the day is known. Without a connection, expected times are those of
 * the last contact.
 */
export function usePrograma<G extends CategoriaProgramada>(dia: DiaEnVivo<G>): Programa<G>
export function usePrograma<G extends CategoriaProgramada>(dia: DiaEnVivo<G> | undefined): Programa<G> | undefined
export function usePrograma<G extends CategoriaProgramada>(dia: DiaEnVivo<G> | undefined): Programa<G> | undefined {
  const state = useStore(connection)
  const now = useServerClock('minute', dia && pasoOf(dia))
  const isHeld = isOffline(state) && (dia?.programa ?? dia?.pausa) !== undefined
  const at = isHeld ? Math.min(now, state.desde ?? now) : now
  return useMemo(() => dia && programaEnVivo(dia, at), [dia, at])
}
