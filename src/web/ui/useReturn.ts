import { useEffect } from 'react'

interface ReturnPlace {
  /** The address of the list, and of the page that the link opens: `#/calificaciones`. */
  readonly page: string
  readonly to: string
  readonly controlId: string
  readonly top: number
}

/** The place of the last link that was followed out of a list. Lasts as long as the tab. */
let leftPlace: ReturnPlace | undefined
/** The addresses since then. */
let since: string[] = []

function note({ newURL }: HashChangeEvent): void {
  since.push(new URL(newURL).hash)
}

/** Remembers the scroll position and the link that is followed. */
export function leavePlace(place: Omit<ReturnPlace, 'top'>): void {
  leftPlace = { ...place, top: window.scrollY }
  since = []
  window.addEventListener('hashchange', note)
}

/** The remembered place, when the person comes straight back from the page of the link. Forgets it. */
function returnTo(page: string): ReturnPlace | undefined {
  window.removeEventListener('hashchange', note)
  const place = leftPlace
  leftPlace = undefined
  const isStraight = place?.page === page && since.every((address) => address === place.to || address === page)
  return isStraight ? place : undefined
}

/**
 * Restores the scroll position and the focus on the link when the person comes straight back from the page of that link.
 * Otherwise the page starts at the top.
 */
export function useReturn(page: string, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return
    const place = returnTo(page)
    if (!place) return
    // After `useArrival` has scrolled to the top and focused the heading.
    requestAnimationFrame(() => {
      window.scrollTo({ top: place.top, behavior: 'instant' })
      const control = document.getElementById(place.controlId)
      control?.focus({ preventScroll: true })
      control?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    })
  }, [page, isReady])
}
