/**
 * Does something that may move a control within its list, and scrolls so that it stays where it was: under the finger
 * that pressed it, and with the focus. A second press then does the same again.
 */
export async function keepInPlace(control: HTMLElement, act: () => Promise<unknown>): Promise<void> {
  const before = control.getBoundingClientRect().top
  await act()
  if (!control.isConnected) return
  window.scrollBy({ top: control.getBoundingClientRect().top - before, behavior: 'instant' })
  // A node that is moved loses the focus.
  if (document.activeElement === document.body) control.focus({ preventScroll: true })
}
