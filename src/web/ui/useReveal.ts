import { useEffect, useRef } from 'react'

/**
 * Brings an element into view when the page opens: what a page is about is on its first screen, however much stands
 * above it. Never against a hand that is already scrolling.
 */
export function useReveal(elementId: string | undefined): void {
  const first = useRef(elementId)

  useEffect(() => {
    const target = first.current === undefined ? null : document.getElementById(first.current)
    if (!target || window.scrollY > 0) return
    const { top, bottom } = target.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) target.scrollIntoView({ block: 'center', behavior: 'instant' })
  }, [])
}
