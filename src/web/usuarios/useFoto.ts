import { useState } from 'react'
import { Draft } from '../api/draft.ts'
import { useStore } from '../ui/store.ts'
import { useUnmount } from '../ui/useUnmount.ts'
import { FotoUpload, type FotoEstado } from './fotoUpload.ts'

export interface Foto {
  readonly upload: FotoUpload
  readonly estado: FotoEstado
  /** It is being handed in: no other may take its place now. */
  readonly isFixed: boolean
}

/** The photo of a form, and the draft of that form. With the form both go, once what is being handed in has gone its way. */
export function useFoto<F extends string>(): Foto & { readonly draft: Draft<F> } {
  const [{ upload, draft }] = useState(() => ({ upload: new FotoUpload(), draft: new Draft<F>() }))
  const estado = useStore(upload)
  const { phase } = useStore(draft)
  useUnmount(() => draft.whenOver(() => upload.clear()))
  return { upload, estado, draft, isFixed: phase === 'sending' }
}
