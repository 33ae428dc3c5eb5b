import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs a function when the component is mounted. The second mount of StrictMode does not run it again. */
export function useMount(run: () => void): void {
  const onMount = useEffectEvent(run)
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    onMount()
  }, [])
}
