import { useLayoutEffect, useRef, type RefObject } from 'react'

/** A native dialog that is open as long as it is on the page. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing before it leaves the page is what returns the focus to where it came from.
    return () => element?.close()
  }, [])

  return dialog
}
