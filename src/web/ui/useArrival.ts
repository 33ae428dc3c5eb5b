import { useEffect, useRef } from 'react'

/**
 * Sets the title of the document, and focuses the heading of each new page, so that a screen reader announces it. Not on
 * the first page of a visit, which the browser announces.
 */
export function useArrival(address: string, title: string): void {
  const isFirst = useRef(true)

  useEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    window.scrollTo(0, 0)
    return whenThere('main h1', (heading) => {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    })
  }, [address])
}

/** Calls `take` once the element exists: the page may still load its code or its data. */
function whenThere(selector: string, take: (element: HTMLElement) => void): () => void {
  const find = (): boolean => {
    const element = document.querySelector<HTMLElement>(selector)
    if (element) take(element)
    return element !== null
  }
  if (find()) return () => {}
  const observer = new MutationObserver(() => {
    if (find()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
