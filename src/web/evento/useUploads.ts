import { useRef, useState } from 'react'
import { IMAGEN_MAX_BYTES, UPLOAD_IMAGEN_PATH } from '#contract/evento.ts'
import { ApiProblem } from '../api/request.ts'
import { session } from '../api/session.ts'
import { sendImage, type Upload } from '../api/upload.ts'
import { shrink } from '../parts/shrink.ts'
import { setUnderway } from '../ui/unsaved.ts'
import { toast } from '../ui/toast.ts'
import { useIsMounted } from '../ui/useUnmount.ts'

const SIDE = 2_400
const TO = { path: UPLOAD_IMAGEN_PATH, maxBytes: IMAGEN_MAX_BYTES }

export interface Progress {
  readonly nombre: string
  readonly sent: number
  readonly total: number
  readonly place: number
  readonly count: number
}

interface Refusal {
  readonly nombre: string
  readonly message: string
}

export interface Uploads {
  /** The one on its way; null when there is none. */
  readonly progress: Progress | null
  /** Those of the last choice that did not get there, and why. */
  readonly refused: readonly Refusal[]
  readonly add: (files: readonly File[]) => Promise<void>
  readonly cancel: () => void
}

/**
 * Sends images one after the other, so that they come to stand in the order in which they were chosen. They go on without
 * their screen, and end with the session of their person.
 */
export function useUploads(onSaved: (nombre: string) => void): Uploads {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const current = useRef<Upload>(null)
  const isCancelled = useRef(false)
  const isMounted = useIsMounted()

  async function add(files: readonly File[]): Promise<void> {
    const person = session.person()
    const isOver = () => isCancelled.current || person !== session.person()
    setRefused([])
    isCancelled.current = false
    setUnderway(isCancelled, true)
    for (const [index, file] of files.entries()) {
      const one = { nombre: file.name, place: index + 1, count: files.length }
      setProgress({ ...one, total: file.size, sent: 0 })
      const bytes = await smallerOf(file)
      if (isOver()) break
      const about = { ...one, total: bytes.size }
      current.current = sendImage(TO, { bytes, nombre: file.name }, (sent) => setProgress({ ...about, sent }))
      try {
        if (!(await current.current.done) || isOver()) break
        onSaved(file.name)
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (isOver()) break
        if (isMounted.current) setRefused((before) => [...before, { nombre: file.name, message: error.message }])
        else toast(`No se agregó ${file.name}. ${error.message}`, { tone: 'danger' })
      }
    }
    setUnderway(isCancelled, false)
    setProgress(null)
  }

  const cancel = (): void => {
    isCancelled.current = true
    current.current?.cancel()
  }
  return { progress, refused, add, cancel }
}

/** What is too heavy is told so as it is. A drawing may have transparency to keep. */
async function smallerOf(file: File): Promise<Blob> {
  if (file.size > IMAGEN_MAX_BYTES) return file
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
  return (await shrink(file, { side: SIDE, type })).bytes
}
