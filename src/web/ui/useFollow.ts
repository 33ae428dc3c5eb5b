import { useEffect, useRef } from 'react'

/**
 * Keeps the current element of a list in view when another one becomes the current one. The list stays where it is when the
 * person chose that one in the list, or has scrolled away from the one before and does not work in `controls`.
 */
export function useFollow(elementId: string | undefined, controls: string): void {
  const last = useRef(elementId)
  useEffect(() => {
    if (elementId === undefined || elementId === last.current) return
    const follow = (): void => {
      const before = last.current === undefined ? null : document.getElementById(last.current)
      last.current = elementId
      const element = document.getElementById(elementId)
      const { activeElement: focused } = document
      if (!element || element.contains(focused)) return
      const isWatched = !before || isSeen(before) || focused?.closest(controls)
      if (isWatched) element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    }
    // Waits until the next frame is painted. Before that, each measurement is a layout of all the rows.
    const frame = requestAnimationFrame(() => setTimeout(follow))
    return () => cancelAnimationFrame(frame)
  }, [elementId, controls])
}

/** Whether the start of an element is on the screen and nothing covers it. */
function isSeen(element: Element): boolean {
  const { left, top, bottom } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + 1, (top + bottom) / 2))
}
