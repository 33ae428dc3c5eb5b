import { useEffect, useRef, useState, type ComponentProps, type DOMAttributes } from 'react'

export interface Slides {
  /** For the element around the slides and their buttons. While a mouse, a finger or the keyboard uses it, the slides stop. */
  readonly frameProps: DOMAttributes<HTMLElement>
  /** For the list that scrolls sideways; each slide is as wide as the list. */
  readonly listProps: Pick<ComponentProps<'ul'>, 'ref' | 'onScroll'>
  /** The index of the visible slide. */
  readonly at: number
  readonly isPlaying: boolean
  readonly toggle: () => void
  readonly step: (by: 1 | -1) => void
}

/**
 * Slides that advance by themselves. They scroll natively, so that touch, arrow keys and wheel work as everywhere. With
 * `prefers-reduced-motion` they start paused.
 */
export function useSlides(count: number, everyMs: number): Slides {
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(() => !prefersReducedMotion())
  /** Number of manual steps: each restarts the timer. */
  const [steps, setSteps] = useState(0)
  const [holds, setHolds] = useState({ mouse: false, finger: false, focus: false })
  const hold = (change: Partial<typeof holds>): void => setHolds((before) => ({ ...before, ...change }))
  const isMoving = isPlaying && !Object.values(holds).includes(true) && count > 1

  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (!document.hidden) scrollBy(list.current, 1)
    }, everyMs)
    return () => clearInterval(timer)
  }, [isMoving, everyMs, steps])

  return {
    frameProps: {
      onPointerEnter: ({ pointerType }) => hold({ mouse: pointerType === 'mouse' }),
      onPointerLeave: () => hold({ mouse: false }),
      onTouchStart: () => hold({ finger: true }),
      onTouchEnd: () => hold({ finger: false }),
      onTouchCancel: () => hold({ finger: false }),
      // The focus of the keyboard, not the focus that a click leaves.
      onFocus: ({ target }) => hold({ focus: target.matches(':focus-visible') }),
      onBlur: () => hold({ focus: false }),
    },
    listProps: { ref: list, onScroll: ({ currentTarget }) => setAt(slideIndexOf(currentTarget)) },
    at: Math.min(at, Math.max(0, count - 1)),
    isPlaying,
    toggle: () => setPlaying(!isPlaying),
    step: (by) => {
      setSteps(steps + 1)
      scrollBy(list.current, by)
    },
  }
}

function slideIndexOf({ clientWidth, scrollLeft }: HTMLElement): number {
  return clientWidth > 0 ? Math.round(scrollLeft / clientWidth) : 0
}

/** Scrolls to the next or previous slide; the first follows the last. */
function scrollBy(list: HTMLElement | null, by: 1 | -1): void {
  if (!list || list.children.length === 0) return
  const count = list.children.length
  const next = (slideIndexOf(list) + by + count) % count
  list.scrollTo({ left: next * list.clientWidth, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
