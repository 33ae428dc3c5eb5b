import { useState } from 'react'
import { Draft } from '../api/useCommandForm.ts'
import { useStore } from '../ui/store.ts'
import { useUnmount } from '../ui/useMount.ts'
import { FotoUpload, type FotoUploadEstado } from './fotoUpload.ts'

export interface Foto {
  readonly upload: FotoUpload
  readonly estado: FotoUploadEstado
  /** The form is being sent: the photo cannot change now. */
  readonly isLocked: boolean
}

/**
 * Returns the photo of a form and the draft of the form. When the form unmounts, clears the upload: at once, or after the
 * running submit.
 */
export function useFoto<F extends string>(): Foto & { readonly draft: Draft<F> } {
  const [{ upload, draft }] = useState(() => ({ upload: new FotoUpload(), draft: new Draft<F>() }))
  const estado = useStore(upload)
  const { phase } = useStore(draft)
  useUnmount(() => draft.whenIdle(() => upload.clear()))
  return { upload, estado, draft, isLocked: phase === 'sending' }
}
