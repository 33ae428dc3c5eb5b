import { useEffect, useRef, useState, type RefObject } from 'react'

export interface Slides {
  /** The element around the slides and their buttons. While a mouse, a finger or the keyboard uses it, the slides stop. */
  readonly frame: RefObject<HTMLElement | null>
  /** The list that scrolls sideways; each slide is as wide as the list. */
  readonly list: RefObject<HTMLUListElement | null>
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
  const frame = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(() => !prefersReducedMotion())
  /** Number of manual steps: each restarts the timer. */
  const [steps, setSteps] = useState(0)
  const isHeld = useHeld(frame)
  const isMoving = isPlaying && !isHeld && count > 1

  useEffect(() => {
    const scroller = list.current
    const see = (): void => setAt(slideIndexOf(scroller))
    scroller?.addEventListener('scroll', see, { passive: true })
    return () => scroller?.removeEventListener('scroll', see)
  }, [])

  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (!document.hidden) scrollBy(list.current, 1)
    }, everyMs)
    return () => clearInterval(timer)
  }, [isMoving, everyMs, steps])

  return {
    frame,
    list,
    at: Math.min(at, Math.max(0, count - 1)),
    isPlaying,
    toggle: () => setPlaying(!isPlaying),
    step: (by) => {
      setSteps(steps + 1)
      scrollBy(list.current, by)
    },
  }
}

/** Whether a person uses the slides. Counts the focus of the keyboard, not the focus that a click leaves. */
function useHeld(frame: RefObject<HTMLElement | null>): boolean {
  const [holds, setHolds] = useState<readonly string[]>([])

  useEffect(() => {
    const signal = new AbortController()
    const hold = (by: string, isHeld: boolean): void =>
      setHolds((before) => [...before.filter((one) => one !== by), ...(isHeld ? [by] : [])])
    const on = (type: string, take: (event: Event) => void): void =>
      frame.current?.addEventListener(type, take, { signal: signal.signal, passive: true })
    on('pointerenter', (event) => hold('mouse', event instanceof PointerEvent && event.pointerType === 'mouse'))
    on('pointerleave', () => hold('mouse', false))
    on('touchstart', () => hold('finger', true))
    for (const end of ['touchend', 'touchcancel']) on(end, () => hold('finger', false))
    on('focusin', ({ target }) => hold('focus', target instanceof Element && target.matches(':focus-visible')))
    on('focusout', () => hold('focus', false))
    return () => signal.abort()
  }, [frame])

  return holds.length > 0
}

function slideIndexOf(list: HTMLElement | null): number {
  return list && list.clientWidth > 0 ? Math.round(list.scrollLeft / list.clientWidth) : 0
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
