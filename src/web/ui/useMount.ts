import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

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

/** Runs a function when the component is unmounted. The second mount of StrictMode does not count as one. */
export function useUnmount(run: () => void): void {
  const onUnmount = useEffectEvent(run)
  const isMounted = useIsMounted()
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (!isMounted.current) onUnmount()
      }),
    [isMounted],
  )
}

/** Returns a ref that is true while the component is mounted. A command that outlives its component reports in a toast. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
