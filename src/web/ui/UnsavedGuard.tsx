import { useEffect, useEffectEvent } from 'react'
import { confirm } from './confirm.tsx'
import { dialogs } from './dialogs.tsx'
import { guard } from './unsaved.ts'

/** Asks before the person leaves the page of a changed form: by a link, the menu, Back, a typed address or closing the tab. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: () => boolean }): null {
  const onLeave = useEffectEvent(isUnsaved)
  useEffect(() => guard({ isUnsaved: () => onLeave(), ask: askToLeave }), [])
  return null
}

let isAsking = false

/** A second attempt to leave, as Back pressed twice, stays: the question of the first one is open. */
async function askToLeave(): Promise<boolean> {
  if (isAsking && dialogs.read().length > 0) return false
  isAsking = true
  const isLeaving = await confirm({
    question: '¿Salir sin guardar?',
    act: 'Salir sin guardar',
    cancel: 'Seguir aquí',
    danger: true,
    children: 'Lo que cambiaste en esta página se perderá.',
  })
  isAsking = false
  return isLeaving
}
