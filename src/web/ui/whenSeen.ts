/** Runs it now, or once the page is seen: a page in the background asks for nothing by itself. */
export function whenSeen(run: () => void): void {
  if (typeof document === 'undefined' || !document.hidden) return run()
  document.addEventListener('visibilitychange', run, { once: true })
}
