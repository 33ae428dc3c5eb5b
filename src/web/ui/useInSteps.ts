import { startTransition, useEffect, useState } from 'react'

/**
 * A list that is rendered one changed item at a time, the first at once, so that no render blocks the page for long. The
 * whole list is rendered at once when `isSame` is false for any item.
 */
export function useInSteps<T>(list: readonly T[], isSame: (before: T, after: T) => boolean): readonly T[] {
  const [shown, show] = useState(list)
  const isInSteps = shown.length === list.length && shown.every((item, index) => isSame(item, list[index] ?? item))
  const next = isInSteps ? step(shown, list) : list
  useEffect(() => {
    if (next === shown) return undefined
    const timer = setTimeout(() => startTransition(() => show(next)), 0)
    return () => clearTimeout(timer)
  }, [next, shown])
  return next
}

/** `shown` with its first different item replaced by that of `list`. */
function step<T>(shown: readonly T[], list: readonly T[]): readonly T[] {
  const at = shown.findIndex((item, index) => item !== list[index])
  const item = list[at]
  return item === undefined ? shown : shown.with(at, item)
}
