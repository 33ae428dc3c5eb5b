import { useEffect, useEffectEvent, useState } from 'react'
import { ConfirmDialog } from './Dialog.tsx'
import { guard } from './unsaved.ts'

type Answer = (isLeaving: boolean) => void

/** Asks before the person leaves the page of a changed form: by a link, the menu, Back, a typed address or closing the tab. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const [asked, setAsked] = useState<Answer | null>(null)
  const onLeave = useEffectEvent(isUnsaved)

  useEffect(() => {
    let pending: Answer = () => {}
    const stop = guard({
      isUnsaved: () => onLeave(),
      ask: () => {
        // A second attempt to leave replaces the first one.
        pending(false)
        return new Promise<boolean>((resolve) => {
          pending = (isLeaving) => {
            setAsked(null)
            resolve(isLeaving)
          }
          setAsked(() => pending)
        })
      },
    })
    return () => {
      stop()
      pending(false)
    }
  }, [])

  if (!asked) return null
  return (
    <ConfirmDialog
      question="¿Salir sin guardar?"
      act="Salir sin guardar"
      cancel="Seguir aquí"
      busy={false}
      busyText=""
      danger
      onAct={() => asked(true)}
      onCancel={() => asked(false)}
    >
      Lo que cambiaste en esta página se perderá.
    </ConfirmDialog>
  )
}
