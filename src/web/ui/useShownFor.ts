import { useEffect, useState } from 'react'

/** What is to be said for a while only: the value as long as it is new, then null. Said again, it is new again. */
export function useShownFor<T extends object>(value: T | null, ms: number): T | null {
  const [gone, setGone] = useState<T | null>(null)

  useEffect(() => {
    if (!value) return
    const timer = setTimeout(() => setGone(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])

  return value === gone ? null : value
}
