import { useEffect, useEffectEvent, useState } from 'react'

/** Runs a function every `ms` while the page is visible. */
export function useEvery(ms: number, run: () => void): void {
  const onTick = useEffectEvent(() => {
    if (!document.hidden) run()
  })
  useEffect(() => {
    const timer = setInterval(() => onTick(), ms)
    return () => clearInterval(timer)
  }, [ms])
}

/** Returns a value once it has stayed the same for `ms`: a search is not sent at every keystroke. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** The value for `ms` after it changes, then null. Another object starts the time again. */
export function useShownFor<T extends object>(value: T | null, ms: number): T | null {
  const [gone, setGone] = useState<T | null>(null)

  useEffect(() => {
    if (!value) return
    const timer = setTimeout(() => setGone(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])

  return value === gone ? null : value
}
