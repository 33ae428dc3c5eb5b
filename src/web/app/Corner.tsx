import { useSyncExternalStore } from 'react'
import { readSlow, subscribeSlow } from '../api/slow.ts'
import { Toasts } from '../ui/Toasts.tsx'

const SLOW = {
  long: 'La respuesta está tardando. Seguimos esperando.',
  again: 'No llegó respuesta. Lo intentamos otra vez.',
} as const

/** Toasts, and whether an act takes long. */
export function Corner() {
  const slow = useSyncExternalStore(subscribeSlow, readSlow)
  return <Toasts waiting={slow ? SLOW[slow] : undefined} />
}
