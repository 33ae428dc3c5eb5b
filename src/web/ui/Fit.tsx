import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'

/** Halvings in the search for the scale: the error is about three percent. Each one lays the content out. */
const STEPS = 5

/**
 * Gives its content the largest scale at which the content fits into the frame: `--escala`, at most 1. The styles multiply their
 * sizes by it, and set the smallest ones.
 */
export function Fit({ className, children }: { className: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => fit(frame.current))
  useEffect(() => {
    const again = (): void => fit(frame.current)
    const observer = new ResizeObserver(again)
    if (frame.current) observer.observe(frame.current)
    document.fonts.addEventListener('loadingdone', again)
    return () => {
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', again)
    }
  }, [])
  return (
    <div ref={frame} className={`fit ${className}`}>
      <div>{children}</div>
    </div>
  )
}

function fit(frame: HTMLElement | null): void {
  const content = frame?.querySelector<HTMLElement>(':scope > div')
  if (!frame || !content) return
  const fitsAt = (scale: number): boolean => {
    frame.style.setProperty('--escala', String(scale))
    return content.offsetHeight <= frame.clientHeight
  }
  if (fitsAt(1)) return
  let [low, high] = [0, 1]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2
    if (fitsAt(middle)) low = middle
    else high = middle
  }
  fitsAt(low)
}
