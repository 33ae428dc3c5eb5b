import { useEffect, useEffectEvent } from 'react'
import { ConfirmDialog } from './Dialog.tsx'
import { openDialog } from './Modal.tsx'
import { guard } from './unsaved.ts'

/** Asks before the person leaves the page of a changed form: by a link, the menu, Back, a typed address or closing the tab. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: () => boolean }): null {
  const onLeave = useEffectEvent(isUnsaved)

  useEffect(() => {
    let answer = (_isLeaving: boolean): void => {}
    const ask = (): Promise<boolean> => {
      // A second attempt to leave replaces the first one.
      answer(false)
      return new Promise((resolve) =>
        openDialog((close) => {
          answer = (isLeaving) => {
            close()
            resolve(isLeaving)
          }
          return (
            <ConfirmDialog
              question="¿Salir sin guardar?"
              act="Salir sin guardar"
              cancel="Seguir aquí"
              danger
              onAct={() => answer(true)}
              onCancel={() => answer(false)}
            >
              Lo que cambiaste en esta página se perderá.
            </ConfirmDialog>
          )
        }),
      )
    }
    const stop = guard({ isUnsaved: () => onLeave(), ask })
    return () => {
      stop()
      // The form is gone, by another way than the question. After this commit: closing a dialog renders.
      queueMicrotask(() => answer(false))
    }
  }, [])

  return null
}
