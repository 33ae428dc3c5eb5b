import { useEffect } from 'react'
import { reportPresencia } from '#contract/presencia.ts'
import { PRESENCIA_MS } from '#domain/presencia.ts'
import { session } from './session.ts'
import { useEvery } from '../ui/timed.ts'
import { useUnmount } from '../ui/useMount.ts'

/** Sends a heartbeat, also while the page closes. The server refuses it for the session of another person. */
function tell(competidorId: string, cerrada: '' | '1' = ''): void {
  const url = `${reportPresencia.path}?${new URLSearchParams({ competidorId, cerrada })}`
  // A heartbeat that fails is followed by the next one.
  fetch(url, { method: 'POST', keepalive: true, headers: session.headers() }).catch(() => undefined)
}

/** Tells the desk which entry this page of a judge shows, until the page is hidden or closed. */
export function usePresencia(competidorId = ''): void {
  useUnmount(() => tell(competidorId, '1'))
  useEvery(PRESENCIA_MS, () => tell(competidorId))
  useEffect(() => {
    const beat = (): void => {
      if (!document.hidden) tell(competidorId)
    }
    const close = (): void => tell(competidorId, '1')
    beat()
    document.addEventListener('visibilitychange', beat)
    window.addEventListener('pagehide', close)
    return () => {
      document.removeEventListener('visibilitychange', beat)
      window.removeEventListener('pagehide', close)
    }
  }, [competidorId])
}
