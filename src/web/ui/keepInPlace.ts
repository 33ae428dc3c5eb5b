/** The longest time between the answer to a command and the change of the list. */
const LATE_MS = 10_000
/** Events that show that the person has gone on to something else: they stop the scrolling of the list. */
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Runs an act that may move a control within its list, and scrolls so that the control stays under the finger and keeps
 * the focus. On a slow network the list may change after the answer. `act` returns whether it was accepted; `fallback`
 * returns the control that gets the focus when this one is disabled.
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
    // A moved node loses the focus, and a disabled one cannot have it.
    if (activeElement !== document.body && activeElement !== control) return
    const next = control.disabled ? fallback() : control
    next?.focus({ preventScroll: true })
  }
  const forget = onceMoved(control, keep)
  // After a refusal the list does not change.
  if (!(await act())) forget()
  keep()
}

/**
 * Calls `take` at the first change of the list that contains an element, unless the person does something else before.
 * Returns the function that stops it.
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
  for (const input of INPUTS)
    window.addEventListener(input, forget, { signal: over.signal, passive: true, capture: true })
  setTimeout(forget, LATE_MS)
  return forget
}
