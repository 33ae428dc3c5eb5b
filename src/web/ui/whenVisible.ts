/** Calls `run` now, or when the page becomes visible: a hidden page sends no request by itself. */
export function whenVisible(run: () => void): void {
  if (typeof document === 'undefined' || !document.hidden) return run()
  document.addEventListener('visibilitychange', run, { once: true })
}
