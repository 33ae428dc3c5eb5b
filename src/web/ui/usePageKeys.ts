import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls `take` with every key pressed on the page. When it returns true, the browser ignores the key. */
export function usePageKeys(take: (event: KeyboardEvent) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (take(event)) event.preventDefault()
  })

  // Before the first paint: a visible control reacts to its key.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Whether a key belongs to the focused element: a text field, a list, a slider or an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('dialog[open]')) return true
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
