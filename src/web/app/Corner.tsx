import { slowness } from '../ui/toast.ts'
import { useStore } from '../ui/store.ts'
import { Toasts } from '../ui/Toasts.tsx'

const SLOW = {
  long: 'La respuesta está tardando. Seguimos esperando.',
  again: 'No llegó respuesta. Lo intentamos otra vez.',
} as const

/** The toasts, and a message while a command takes long. */
export function Corner() {
  const slow = useStore(slowness)
  return <Toasts waiting={slow ? SLOW[slow] : undefined} />
}
