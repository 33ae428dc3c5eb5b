import { useState } from 'react'
import { addFoto } from '#contract/usuarios.ts'
import { ApiProblem } from '../api/request.ts'
import { Draft } from '../api/useCommandForm.ts'
import { readImage, sendImage } from '../api/imageUpload.ts'
import { Store, until, useStore } from '../ui/store.ts'
import { useUnmount } from '../ui/useMount.ts'

const SCALED_DOWN = { side: 1_024, type: 'image/jpeg' } as const
/** The waits before the first try of an upload and before those after a lost connection, in milliseconds. */
const WAITS_MS = [0, 1_000, 3_000]
/** The reason why a form with a failed photo cannot be sent. */
export const FOTO_PENDIENTE = 'La foto no se subió. Vuelve a intentarlo, elige otra o sigue sin ella.'
const SIN_RED = 'Se perdió la conexión y la foto no se subió. Revisa tu conexión y vuelve a intentarlo.'

interface Chosen {
  readonly file: File
  /** An object URL of the image; null until it is read, and when it is too large or the browser cannot show it. */
  readonly preview: string | null
}

export type FotoUploadEstado =
  | { readonly tipo: 'ninguna' }
  | (Chosen & { readonly tipo: 'subiendo'; readonly sent: number; readonly total: number; readonly isAgain: boolean })
  /** `foto`: the id that the server gave to the photo. */
  | (Chosen & { readonly tipo: 'lista'; readonly foto: string })
  | (Chosen & { readonly tipo: 'rechazada'; readonly message: string; readonly canRetry: boolean })

const NINGUNA: FotoUploadEstado = { tipo: 'ninguna' }

/** The photo of a form. It is uploaded as soon as it is chosen; the form then sends only its id. */
export class FotoUpload extends Store<FotoUploadEstado> {
  /** Cancels the upload of the chosen photo. */
  #chosen = new AbortController()

  constructor() {
    super(NINGUNA)
  }

  /** The id for the form; undefined without a photo. */
  get foto(): string | undefined {
    const estado = this.read()
    return estado.tipo === 'lista' ? estado.foto : undefined
  }

  /** Uploads a photo in place of the previous one, whose upload is cancelled. */
  choose(file: File): void {
    this.clear()
    this.#chosen = new AbortController()
    void this.#send(file, this.#chosen.signal)
  }

  /** Removes the photo and cancels its upload. */
  clear(): void {
    this.#chosen.abort()
    const estado = this.read()
    if (estado.tipo !== 'ninguna' && estado.preview) URL.revokeObjectURL(estado.preview)
    this.set(NINGUNA)
  }

  /** Waits for the running upload. Returns false when a photo was chosen and its upload failed. */
  readonly settled = async (): Promise<boolean> => {
    await until(this, ({ tipo }) => tipo !== 'subiendo')
    return this.read().tipo !== 'rechazada'
  }

  /** Handles a refused form: the server deletes an uploaded photo that no form used in time. */
  readonly refused = ({ code, message }: ApiProblem): void => {
    const estado = this.read()
    if (code !== 'foto.missing' || estado.tipo !== 'lista') return
    this.set({ tipo: 'rechazada', file: estado.file, preview: estado.preview, message, canRetry: true })
  }

  async #send(file: File, signal: AbortSignal): Promise<void> {
    this.set({ tipo: 'subiendo', file, preview: null, sent: 0, total: file.size, isAgain: false })
    const image = await readImage(file, addFoto, SCALED_DOWN)
    if (signal.aborted) return
    const chosen = { file, preview: image.isReadable ? URL.createObjectURL(image.bytes) : null }
    for (const [failures, wait] of WAITS_MS.entries()) {
      const onSent = (sent: number): void =>
        this.set({ tipo: 'subiendo', ...chosen, sent, total: image.bytes.size, isAgain: failures > 0 })
      onSent(0)
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (signal.aborted) return
      try {
        const foto = await sendImage(addFoto, image, { signal, onSent })
        if (foto !== null && !signal.aborted) this.set({ tipo: 'lista', ...chosen, foto })
        return
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (signal.aborted) return
        const canRetry = error.status === 0 || error.status === 503
        const message = error.status === 0 ? SIN_RED : error.message
        const isLast = failures === WAITS_MS.length - 1
        if (isLast || !canRetry) return this.set({ tipo: 'rechazada', ...chosen, message, canRetry })
      }
    }
  }
}

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
  useUnmount(() => void draft.idle().then(() => upload.clear()))
  return { upload, estado, draft, isLocked: phase === 'sending' || phase === 'again' }
}
