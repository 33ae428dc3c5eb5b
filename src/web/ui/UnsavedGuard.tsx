import { useEffect, useEffectEvent, useState } from 'react'
import { ConfirmDialog } from './Dialog.tsx'
import { guard } from './unsaved.ts'

type Answer = (isLeaving: boolean) => void

/** Asks before the page of a changed form is left: by link, menu, Back, a typed address or a closed tab. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const [asked, setAsked] = useState<Answer | null>(null)
  const onLeave = useEffectEvent(isUnsaved)

  useEffect(() => {
    let pending: Answer = () => {}
    const stop = guard({
      isUnsaved: () => onLeave(),
      ask: () => {
        // A second way out while the question stands takes the place of the first.
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
