import { useEffect, useRef, useState, type RefObject } from 'react'

export interface Slides {
  /** Of everything that belongs to the slides: while a mouse, a finger or the keyboard is in it, they stay. */
  readonly frame: RefObject<HTMLElement | null>
  /** Of the list that scrolls sideways, a slide as wide as itself. */
  readonly list: RefObject<HTMLUListElement | null>
  /** Which one is seen, from 0. */
  readonly at: number
  readonly isPlaying: boolean
  readonly toggle: () => void
  readonly step: (by: 1 | -1) => void
}

/**
 * Slides that pass by themselves. The browser scrolls, so that a finger, the arrow keys and the wheel do what they do
 * everywhere; this only takes the next step in time. Who asks their system for less motion starts with them still.
 */
export function useSlides(count: number, everyMs: number): Slides {
  const frame = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(() => !wantsStill())
  /** Every step by hand starts the time anew. */
  const [steps, setSteps] = useState(0)
  const isHeld = useHeld(frame)
  const isMoving = isPlaying && !isHeld && count > 1

  useEffect(() => {
    const scroller = list.current
    const see = (): void => setAt(placeOf(scroller))
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

/** Whether somebody is at it. A click leaves the focus behind, and says nothing: the keyboard's focus does. */
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

function placeOf(list: HTMLElement | null): number {
  return list && list.clientWidth > 0 ? Math.round(list.scrollLeft / list.clientWidth) : 0
}

/** After the last comes the first, and the other way round. */
function scrollBy(list: HTMLElement | null, by: 1 | -1): void {
  if (!list || list.children.length === 0) return
  const count = list.children.length
  const next = (placeOf(list) + by + count) % count
  list.scrollTo({ left: next * list.clientWidth, behavior: wantsStill() ? 'instant' : 'smooth' })
}

function wantsStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
