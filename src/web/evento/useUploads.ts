import { useRef, useState } from 'react'
import { addImagen } from '#contract/evento.ts'
import { ApiProblem } from '../api/request.ts'
import { session } from '../api/session.ts'
import { readImage, sendImage, type Upload } from '../parts/imageUpload.ts'
import { setUnderway } from '../ui/unsaved.ts'
import { toast } from '../ui/toast.ts'
import { useIsMounted } from '../ui/useMount.ts'

/** The longest side of a sent image, in pixels. */
const MAX_SIDE = 2_400

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
  /** The running upload; null when there is none. */
  readonly progress: Progress | null
  /** The images of the last choice that failed, with the reason. */
  readonly refused: readonly Refusal[]
  readonly add: (files: readonly File[]) => Promise<void>
  readonly cancel: () => void
}

/**
 * Uploads images one at a time, so that they keep the order in which they were chosen. The uploads continue after the
 * screen closes, and stop when the session ends.
 */
export function useUploads(onSaved: (nombre: string) => void): Uploads {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const current = useRef<Upload>(null)
  const isCancelled = useRef(false)
  const isMounted = useIsMounted()

  async function add(files: readonly File[]): Promise<void> {
    const isSame = session.samePerson()
    const isOver = () => isCancelled.current || !isSame()
    setRefused([])
    isCancelled.current = false
    setUnderway(isCancelled, true)
    for (const [index, file] of files.entries()) {
      const one = { nombre: file.name, place: index + 1, count: files.length }
      setProgress({ ...one, total: file.size, sent: 0 })
      // WebP keeps transparency.
      const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
      const image = await readImage(file, addImagen, { side: MAX_SIDE, type })
      if (isOver()) break
      const about = { ...one, total: image.bytes.size }
      current.current = sendImage(addImagen, image, (sent) => setProgress({ ...about, sent }))
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
