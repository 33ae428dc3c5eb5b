import { useState } from 'react'

/** The value, and while there is none (`undefined`) the last one. */
export function useLast<T>(now: T | undefined): T | undefined {
  const [last, setLast] = useState(now)
  if (now !== undefined && now !== last) setLast(now)
  return now === undefined ? last : now
}
