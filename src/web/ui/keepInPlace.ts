/** How far behind its answer what an act did may come into view. */
const LATE_MS = 10_000
/** Somebody has gone on: what is kept for them would be in tfallback way. */
const HANDS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Does something that may move a control within its list, and scrolls so that it stays where it was: under the finger
 * that pressed it, and with the focus. A second press then does the same again. On a slow line the list may change only
 * after the answer. `act` says whether it was done; `fallback` gets the focus when the control is disabled.
 */
export async function keepInPlace(
  control: HTMLButtonElement,
  act: () => Promise<boolean>,
  fallback: () => HTMLElement | null,
): Promise<void> {
  const before = control.getBoundingClientRect().top
  const keep = (): void => {
    if (!control.isConnected) return
    window.scrollBy({ top: control.getBoundingClientRect().top - before, behavior: 'instant' })
    const { activeElement } = document
    // A node that is moved loses the focus, and one that is off cannot have it.
    if (activeElement !== document.body && activeElement !== control) return
    const next = control.disabled ? fallback() : control
    next?.focus({ preventScroll: true })
  }
  const forget = onceMoved(control, keep)
  // Of what was refused nothing is to come.
  if (!(await act())) forget()
  keep()
}

/**
 * Takes the first change of the list that an element is in, unless somebody's hand does something else before. Answers with
 * what forgets it.
 */
function onceMoved(element: Element, take: () => void): () => void {
  const list = element.closest('tbody, ol, ul')
  const over = new AbortController()
  const forget = (): void => over.abort()
  if (!list) return forget
  const observer = new MutationObserver(() => {
    forget()
    take()
  })
  observer.observe(list, { childList: true })
  over.signal.addEventListener('abort', () => observer.disconnect())
  for (const hand of HANDS) window.addEventListener(hand, forget, { signal: over.signal, passive: true, capture: true })
  setTimeout(forget, LATE_MS)
  return forget
}
