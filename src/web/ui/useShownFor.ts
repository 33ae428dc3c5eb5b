import { useEffect, useState } from 'react'

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
