import { useState, useSyncExternalStore } from 'react'
import { FotoUpload, type FotoEstado } from './fotoUpload.ts'

export interface Foto {
  readonly upload: FotoUpload
  readonly estado: FotoEstado
}

/** The photo of one form. */
export function useFoto(): Foto {
  const [upload] = useState(() => new FotoUpload())
  return { upload, estado: useSyncExternalStore(upload.subscribe, upload.read) }
}
