import { useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * Gives the focus to the element around it when it is unmounted with the focus inside. Without it the focus goes to the top of
 * the page: a person who uses the keyboard or a screen reader loses the place after each act that removes its own button.
 */
export function KeepFocus({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const own = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const box = own.current
    return () => {
      // It runs before the element leaves the page.
      if (!box?.contains(document.activeElement)) return
      const around = ancestorsOf(box)
      queueMicrotask(() => {
        const next = around.find((element) => element.isConnected)
        if (!next || document.activeElement !== document.body) return
        next.tabIndex = -1
        next.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <span ref={own} className={className}>
      {children}
    </span>
  )
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement
  return parent ? [parent, ...ancestorsOf(parent)] : []
}
