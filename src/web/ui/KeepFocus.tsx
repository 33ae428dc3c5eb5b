import { useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * Moves the focus to what is around it when it is unmounted with the focus inside. Without it the focus goes to the top of the
 * page: a person who uses the keyboard or a screen reader loses the place after each act that removes its own button.
 */
export function KeepFocus({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const own = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const box = own.current
    return () => {
      // It runs before the element leaves the page.
      if (!box?.contains(document.activeElement)) return
      const around = placesOf(box)
      queueMicrotask(() => focusAround(around))
    }
  }, [])
  return (
    <span ref={own} className={className}>
      {children}
    </span>
  )
}

/** The places around an element that can take the focus when it goes: its cell, line or field, its section, the page. */
export function placesOf(element: Element | null): HTMLElement[] {
  const place = element?.parentElement?.closest<HTMLElement>('td, li, fieldset, article, section, main') ?? null
  return place ? [place, ...placesOf(place)] : []
}

/** Focuses the first place that is still on the page, unless another element has the focus. */
export function focusAround(places: readonly HTMLElement[]): void {
  const next = places.find((place) => place.isConnected)
  if (!next || document.activeElement !== document.body) return
  next.tabIndex = -1
  next.focus({ preventScroll: true })
}
