import { useMemo } from 'react'
import { pasoOf, jornadaEnVivo, type CategoriaDeJornada, type DiaEnVivo, type Jornada } from '#domain/jornada.ts'
import { isOffline } from '../live/connection.ts'
import { connection, useServerClock } from '../live/tab.ts'
import { useStore } from '../ui/store.ts'

/**
 * The day as its schedule shows it now; undefined until the day is known. Without a connection, expected times are those of
 * the last contact.
 */
export function useJornada<G extends CategoriaDeJornada>(dia: DiaEnVivo<G>): Jornada<G>
export function useJornada<G extends CategoriaDeJornada>(dia: DiaEnVivo<G> | undefined): Jornada<G> | undefined
export function useJornada<G extends CategoriaDeJornada>(dia: DiaEnVivo<G> | undefined): Jornada<G> | undefined {
  const state = useStore(connection)
  const now = useServerClock('minute', dia && pasoOf(dia))
  const isHeld = isOffline(state) && (dia?.programa ?? dia?.pausa) !== undefined
  const at = isHeld ? Math.min(now, state.desde ?? now) : now
  return useMemo(() => dia && jornadaEnVivo(dia, at), [dia, at])
}
