import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/** Does something when its part of the screen goes, whichever way. StrictMode only seems to take it away: it is back at once. */
export function useLeave(leave: () => void): void {
  const onLeave = useEffectEvent(leave)
  const isThere = useIsThere()
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (!isThere.current) onLeave()
      }),
    [isThere],
  )
}

/** Whether its part of the screen is still there: an act that goes on without it has to speak elsewhere. */
export function useIsThere(): RefObject<boolean> {
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return isThere
}
