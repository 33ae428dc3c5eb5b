import { useEffect } from 'react'
import { reportPresencia } from '#contract/presencia.ts'
import { PRESENCIA_MS } from '#domain/presencia.ts'
import { useUnmount } from '../ui/useMount.ts'

/** Nothing waits for an answer: the browser sends it also while it closes the page. */
function tell(competidorId: string, cerrada: '' | '1' = ''): void {
  navigator.sendBeacon(`${reportPresencia.path}?${new URLSearchParams({ competidorId, cerrada })}`)
}

/** Tells the desk which entry this page of a judge shows, until the page is hidden or closed. */
export function usePresencia(competidorId = ''): void {
  useUnmount(() => tell(competidorId, '1'))
  useEffect(() => {
    const beat = (): void => {
      if (!document.hidden) tell(competidorId)
    }
    const close = (): void => tell(competidorId, '1')
    beat()
    const timer = setInterval(beat, PRESENCIA_MS)
    document.addEventListener('visibilitychange', beat)
    window.addEventListener('pagehide', close)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', beat)
      window.removeEventListener('pagehide', close)
    }
  }, [competidorId])
}
