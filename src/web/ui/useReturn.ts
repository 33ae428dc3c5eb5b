import { useEffect } from 'react'

interface Place {
  /** The address of the page, and of what the link led to: `#/calificaciones`. */
  readonly page: string
  readonly to: string
  readonly controlId: string
  readonly top: number
}

/** Where somebody was when they last followed a link out of a list. Kept as long as the tab. */
let left: Place | undefined
/** Every address since then. */
let since: string[] = []

function note({ newURL }: HashChangeEvent): void {
  since.push(new URL(newURL).hash)
}

/** Remembers the place: how far the page is scrolled, and the link that is followed. */
export function leavePlace(place: Omit<Place, 'top'>): void {
  left = { ...place, top: window.scrollY }
  since = []
  window.addEventListener('hashchange', note)
}

/** The place, for who comes straight back to its page from where its link led. Asked once. */
function returnTo(page: string): Place | undefined {
  window.removeEventListener('hashchange', note)
  const place = left
  left = undefined
  const isStraight = place?.page === page && since.every((address) => address === place.to || address === page)
  return isStraight ? place : undefined
}

/**
 * Brings a person who comes back from where a link led them to where they left: the page scrolled as it was, the focus on
 * that link. Who comes by another way starts at the top.
 */
export function useReturn(page: string, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return
    const place = returnTo(page)
    if (!place) return
    // After the frame has taken the page to its top and the focus to its heading.
    requestAnimationFrame(() => {
      window.scrollTo({ top: place.top, behavior: 'instant' })
      const control = document.getElementById(place.controlId)
      control?.focus({ preventScroll: true })
      control?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    })
  }, [page, isReady])
}
