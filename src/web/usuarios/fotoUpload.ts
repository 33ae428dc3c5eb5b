import { addFoto } from '#contract/usuarios.ts'
import { ApiProblem } from '../api/request.ts'
import { Store } from '../ui/store.ts'
import { readImage, sendImage, type Image, type Upload } from '../parts/imageUpload.ts'

const SCALED_DOWN = { side: 1_024, type: 'image/jpeg' } as const
/** The backoff of an upload that lost its connection, in milliseconds. */
const RETRY_AFTER_MS = [1_000, 3_000]
/** The reason why a form with a failed photo cannot be sent. */
export const FOTO_PENDIENTE = 'La foto no se subió. Vuelve a intentarlo, elige otra o sigue sin ella.'
const SIN_RED = 'Se perdió la conexión y la foto no se subió. Revisa tu conexión y vuelve a intentarlo.'

interface Chosen {
  readonly nombre: string
  /** An object URL of the image; null until it is read, and when it is too large or the browser cannot show it. */
  readonly preview: string | null
}

export type FotoUploadEstado =
  | { readonly tipo: 'ninguna' }
  | (Chosen & { readonly tipo: 'subiendo'; readonly sent: number; readonly total: number; readonly isAgain: boolean })
  | (Chosen & { readonly tipo: 'lista' })
  | (Chosen & { readonly tipo: 'rechazada'; readonly message: string; readonly canRetry: boolean })

const NINGUNA: FotoUploadEstado = { tipo: 'ninguna' }

/** The photo of a form. It is uploaded as soon as it is chosen; the form then sends only its id. */
export class FotoUpload extends Store<FotoUploadEstado> {
  /** The id that the server gave to the uploaded photo. */
  #foto: string | undefined
  #file: File | undefined
  #upload: Upload | undefined
  #underway: Promise<void> = Promise.resolve()

  constructor() {
    super(NINGUNA)
  }

  /** The id for the form; undefined without a photo. */
  get foto(): string | undefined {
    return this.#foto
  }

  /** Uploads a photo in place of the previous one, whose upload is cancelled. */
  choose(file: File): void {
    this.clear()
    this.#file = file
    this.#underway = this.#send(file)
  }

  retry(): void {
    if (this.#file) this.choose(this.#file)
  }

  /** Removes the photo and cancels its upload. */
  clear(): void {
    this.#file = undefined
    this.#foto = undefined
    this.#upload?.cancel()
    this.#upload = undefined
    const estado = this.read()
    if (estado.tipo !== 'ninguna' && estado.preview) URL.revokeObjectURL(estado.preview)
    this.set(NINGUNA)
  }

  /** Waits for the running upload. Returns false when a photo was chosen and its upload failed. */
  readonly settled = async (): Promise<boolean> => {
    let waited: Promise<void> | undefined
    // Another photo may be chosen in the meantime.
    while (waited !== this.#underway) {
      waited = this.#underway
      await waited
    }
    return ['ninguna', 'lista'].includes(this.read().tipo)
  }

  /** Handles a refused form: the server deletes an uploaded photo that no form used in time. */
  readonly refused = ({ code, message }: ApiProblem): void => {
    const estado = this.read()
    if (code !== 'foto.missing' || estado.tipo !== 'lista') return
    this.#foto = undefined
    this.#refuse(estado, { message, canRetry: true })
  }

  async #send(file: File): Promise<void> {
    const nombre = file.name
    this.set({ tipo: 'subiendo', nombre, preview: null, sent: 0, total: file.size, isAgain: false })
    const image = await readImage(file, addFoto, SCALED_DOWN)
    if (this.#file !== file) return
    const chosen = { nombre, preview: image.isReadable ? URL.createObjectURL(image.bytes) : null }
    for (const wait of [...RETRY_AFTER_MS, null]) {
      const problem = await this.#attempt(chosen, image)
      if (!problem || this.#file !== file) return
      const isLost = problem.status === 0 || problem.status === 503
      if (!isLost || wait === null) {
        const message = problem.status === 0 ? SIN_RED : problem.message
        this.#refuse(chosen, { message, canRetry: isLost })
        return
      }
      this.set({ tipo: 'subiendo', ...chosen, sent: 0, total: image.bytes.size, isAgain: true })
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (this.#file !== file) return
    }
  }

  /** Sends the photo once. Returns the problem, or undefined after success or a cancellation. */
  async #attempt(chosen: Chosen, image: Image): Promise<ApiProblem | undefined> {
    const estado = this.read()
    const isAgain = estado.tipo === 'subiendo' && estado.isAgain
    const subiendo = { tipo: 'subiendo', ...chosen, total: image.bytes.size, isAgain } as const
    this.set({ ...subiendo, sent: 0 })
    const upload = sendImage(addFoto, image, (sent) => {
      if (this.#upload === upload) this.set({ ...subiendo, sent })
    })
    this.#upload = upload
    try {
      const answer = await upload.done
      if (!answer || this.#upload !== upload) return undefined
      this.#foto = String(answer['foto'])
      this.set({ tipo: 'lista', ...chosen })
      return undefined
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      return error
    }
  }

  #refuse({ nombre, preview }: Chosen, why: { readonly message: string; readonly canRetry: boolean }): void {
    this.set({ tipo: 'rechazada', nombre, preview, ...why })
  }
}
