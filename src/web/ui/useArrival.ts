import { useEffect, useRef } from 'react'

/**
 * A page was reached: its title is the document's, and its heading has the focus, so that who does not see the page
 * hears where they are. Not on the first page of a visit: there the browser has just done the same.
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

/** A page may still be loading its code or its data when its address is reached. */
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
