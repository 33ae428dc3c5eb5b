import { useEffect, useRef } from 'react'

/** Space in px between a heading and the elements that cover the top of the page. */
const GAP = 12

/** The element to bring into view, and its heading. */
interface RevealTarget {
  readonly elementId: string
  readonly headingId: string
}

/** When the address last changed, and when the person last scrolled. In ms of the page's clock. */
let addressChangedAt = 0
let scrolledAt = 0
const SCROLLING = ['wheel', 'touchmove', 'keydown'] as const
for (const type of SCROLLING) {
  window.addEventListener(type, ({ timeStamp }) => (scrolledAt = timeStamp), { capture: true, passive: true })
}
window.addEventListener('hashchange', ({ timeStamp }) => (addressChangedAt = timeStamp))

/** Number of consecutive frames in which the element has to be in view. */
const STEADY_FRAMES = 5
/** Limit of frames: 2 s at 60 per second. */
const MOST_FRAMES = 120

/**
 * Scrolls an element into view when the page opens, with its heading where there is room for both. Tables take their real
 * height only when they are near, so the position is checked until it holds. Stops when the person scrolls.
 */
export function useReveal(place: RevealTarget | undefined): void {
  const first = useRef(place)

  useEffect(() => {
    let steady = 0
    let frames = 0
    // The first frame takes the page to its top (`useArrival`).
    let waiting = requestAnimationFrame(function check() {
      frames += 1
      if (!first.current || scrolledAt > addressChangedAt || frames > MOST_FRAMES) return
      steady = reveal(first.current) ? steady + 1 : 0
      if (steady < STEADY_FRAMES) waiting = requestAnimationFrame(check)
    })
    return () => {
      cancelAnimationFrame(waiting)
      // The browser restores the scroll position of the other pages.
      history.scrollRestoration = 'auto'
    }
  }, [])
}

/** Scrolls to the place unless it is in view. Returns whether it was. */
function reveal({ elementId, headingId }: RevealTarget): boolean {
  const target = document.getElementById(elementId)
  const heading = document.getElementById(headingId)
  // A hidden element has no box.
  if (!target?.getClientRects().length || !heading) return false
  if (isInView(target)) return true
  heading.scrollIntoView({ block: 'start', behavior: 'instant' })
  uncover(heading)
  if (!isInView(target)) target.scrollIntoView({ block: 'center', behavior: 'instant' })
  return false
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}

/** Scrolls a heading below the elements that cover it. Their height varies: a long name takes more lines. */
function uncover(heading: HTMLElement): void {
  const { left, top } = heading.getBoundingClientRect()
  const stack = document.elementsFromPoint(left + 1, top + 1)
  const cover = stack.slice(0, Math.max(stack.indexOf(heading), 0)).map((one) => one.getBoundingClientRect().bottom)
  const below = Math.max(top, ...cover) + GAP
  if (cover.length > 0) window.scrollBy({ top: top - below, behavior: 'instant' })
}
