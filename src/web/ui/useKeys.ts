import { useEffectEvent, useLayoutEffect } from 'react'

/** Takes the keys pressed anywhere on the page. Who takes one returns true: then the browser does nothing with it. */
export function useKeys(take: (event: KeyboardEvent) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (take(event)) event.preventDefault()
  })

  // Before it is painted: what can be seen can be pressed.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Whether a key belongs to what has the focus: text is being written, a list or a slider is being moved. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('dialog[open]')) return true
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
