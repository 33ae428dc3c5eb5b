import { useEffect, useRef } from 'react'

/** Between a heading and what lies over the page above it. */
const GAP = 12

/** What is brought into view, and the heading that it stands under. */
interface Place {
  readonly elementId: string
  readonly headingId: string
}

/** Since the page was asked for, in ms of its clock: when, and when a hand has scrolled. */
let askedAt = 0
let scrolledAt = 0
const HAND = ['wheel', 'touchmove', 'keydown'] as const
for (const type of HAND) {
  window.addEventListener(type, ({ timeStamp }) => (scrolledAt = timeStamp), { capture: true, passive: true })
}
window.addEventListener('hashchange', ({ timeStamp }) => (askedAt = timeStamp))

/**
 * Brings an element into view when the page opens: what a page is about is on its first screen, however much stands
 * above it. With its heading, where there is room for both. Never against a hand that is already scrolling; where a
 * browser has left a page that was opened again says nothing of a hand.
 */
export function useReveal(place: Place | undefined): void {
  const first = useRef(place)

  useEffect(() => {
    // After the frame has taken the page to its top.
    const waiting = requestAnimationFrame(() => {
      const target = find(first.current?.elementId)
      const heading = find(first.current?.headingId)
      if (!target || !heading || scrolledAt > askedAt) return
      const { top, bottom } = target.getBoundingClientRect()
      if (top >= 0 && bottom <= window.innerHeight) return
      heading.scrollIntoView({ block: 'start', behavior: 'instant' })
      uncover(heading)
      if (target.getBoundingClientRect().bottom > window.innerHeight)
        target.scrollIntoView({ block: 'center', behavior: 'instant' })
    })
    return () => {
      cancelAnimationFrame(waiting)
      // Only the page that was opened with it was to forget where it stood.
      history.scrollRestoration = 'auto'
    }
  }, [])
}

/** What stays on top of the page may be higher than its styles suppose: a long name takes more lines. */
function uncover(heading: HTMLElement): void {
  const { left, top } = heading.getBoundingClientRect()
  const stack = document.elementsFromPoint(left + 1, top + 1)
  const cover = stack.slice(0, Math.max(stack.indexOf(heading), 0)).map((one) => one.getBoundingClientRect().bottom)
  const below = Math.max(top, ...cover) + GAP
  if (cover.length > 0) window.scrollBy({ top: top - below, behavior: 'instant' })
}

function find(id: string | undefined): HTMLElement | null {
  return id === undefined ? null : document.getElementById(id)
}
