import { useEffect, useState } from 'react'

/**
 * Whether what was touched last, by pointer or by Tab, belongs to a part of the screen: so it has the keys that other
 * parts leave alone. True from the start, until something else is touched.
 */
export function useTouched(selector: string): boolean {
  const [isTouched, setTouched] = useState(true)

  useEffect(() => {
    const look = (target: EventTarget | null): void => {
      setTouched(target instanceof Element && target.closest(selector) !== null)
    }
    const onPointer = ({ target }: PointerEvent): void => look(target)
    // When the key comes up, the focus has gone where it led.
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Tab') look(document.activeElement)
    }
    window.addEventListener('pointerdown', onPointer)
    window.addEventListener('keyup', onKey)
    return () => {
      window.removeEventListener('pointerdown', onPointer)
      window.removeEventListener('keyup', onKey)
    }
  }, [selector])

  return isTouched
}
