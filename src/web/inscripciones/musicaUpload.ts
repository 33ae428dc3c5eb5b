import type { HttpResponse, Upload } from 'tus-js-client'
import { CORTADA_HEADER, DURACION_HEADER, createSubida } from '#contract/inscripciones.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { type ApiProblem, objectIn, problemOf } from '../api/request.ts'
import { session } from '../api/session.ts'
import { setUnderway } from '../ui/unsaved.ts'
import { Store, until } from '../ui/store.ts'
import { whenVisible } from '../ui/whenVisible.ts'
import { rechazoOf, type Rechazo } from './rechazo.ts'

/** Waits before the retries of one start. */
const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

/** The wait before another start, after the last retry. */
const START_AGAIN_MS = 30_000

/** Answers of a proxy in a row after which the upload waits for the person: each retry sends up to a whole chunk. */
const MOST_FOREIGN = 3

/** Small enough for a slow network to send within the request timeout of the server. */
const CHUNK_BYTES = 1024 * 1024

/** The refusals whose message needs the duration of the file. */
const NEEDS_DURATION = ['musica.tooLarge', 'musica.tooShort', 'musica.tooLong']

interface Sending {
  readonly file: File
  /** The sent bytes. */
  readonly sent: number
}

export type MusicaUploadEstado =
  | { readonly tipo: 'ninguna' }
  /** `quedan`: the remaining time in words, once it can be estimated. */
  | (Sending & { readonly tipo: 'subiendo'; readonly quedan: string | null })
  /** The network failed; the upload resumes by itself. `isBlocked`: a proxy refuses it, and it waits for the person. */
  | (Sending & { readonly tipo: 'pausa'; readonly isBlocked: boolean })
  /** `subida`: the id of the finished upload, which the form sends. */
  | {
      readonly tipo: 'lista'
      readonly file: File
      readonly duracion: number | null
      /** The last frame is cut: the end of the music may be missing. */
      readonly isCut: boolean
      readonly subida: string | undefined
    }
  | ({ readonly tipo: 'rechazada' } & Rechazo)

const NINGUNA: MusicaUploadEstado = { tipo: 'ninguna' }

/** A chosen file and its upload. A newer choice replaces it, and drops its answers. */
interface Chosen {
  readonly file: File
  /** Undefined until the code of the upload protocol is loaded. */
  upload: Upload | undefined
  duracion: number | null
  isCut: boolean
  /** When the current connection began, and from which byte. */
  since: { readonly at: number; readonly sent: number } | undefined
  /** How many answers of a proxy came in a row. */
  foreign: number
}

/** The upload of the track of a form. Starts when the file is chosen and resumes after network failures. */
export class MusicaUpload extends Store<MusicaUploadEstado> {
  #chosen: Chosen | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super(NINGUNA)
  }

  get subida(): string | undefined {
    const estado = this.read()
    return estado.tipo === 'lista' ? estado.subida : undefined
  }

  get isEmpty(): boolean {
    return this.read().tipo === 'ninguna'
  }

  /** Starts the upload of a file, in place of the one before. */
  choose(file: File): void {
    this.#drop(true)
    this.#chosen = { file, upload: undefined, duracion: null, isCut: false, since: undefined, foreign: 0 }
    void this.#begin(this.#chosen)
  }

  /** Retries now. */
  readonly resume = (): void => {
    const chosen = this.#chosen
    if (this.read().tipo !== 'pausa' || !chosen) return
    chosen.foreign = 0
    if (!chosen.upload) void this.#begin(chosen)
    else void chosen.upload.abort().then(() => this.#chosen === chosen && chosen.upload?.start())
  }

  /** Cancels the upload and deletes it on the server. */
  clear(): void {
    this.#drop(true)
    this.set(NINGUNA)
  }

  /** Forgets the upload without deleting it: an entry has it now, or another person uses the tab. */
  forget(): void {
    this.#drop(false)
    this.set(NINGUNA)
  }

  /** The field of the form that the upload fills; undefined without a file. */
  readonly pending = (): 'subida' | undefined => (this.isEmpty ? undefined : 'subida')

  /** Waits for the upload. Resolves to false when it was refused, or cancelled meanwhile. */
  readonly settled = async (): Promise<boolean> => {
    const mustEnd = !this.isEmpty
    await until(this, (estado) => !isUnderway(estado))
    const { tipo } = this.read()
    return tipo === 'lista' || (tipo === 'ninguna' && !mustEnd)
  }

  #drop(isDeleted: boolean): void {
    const dropped = this.#chosen?.upload
    this.#chosen = undefined
    // The server deletes uploads without an entry, so a failure of this request is ignored.
    void dropped?.abort(isDeleted).catch(() => undefined)
  }

  async #begin(chosen: Chosen): Promise<void> {
    const { file } = chosen
    const isCurrent = (): boolean => this.#chosen === chosen
    this.set({ tipo: 'subiendo', file, sent: 0, quedan: null })
    const tus = await import('tus-js-client').catch(() => undefined)
    if (!isCurrent()) return
    // The code of the upload protocol could not be loaded.
    if (!tus) return this.#startLater(chosen)
    const upload = new tus.Upload(file, {
      endpoint: createSubida.path,
      retryDelays: RETRY_MS,
      chunkSize: CHUNK_BYTES,
      // No data of a person stays in the browser: after the page is closed, an upload starts again.
      storeFingerprintForResuming: false,
      headers: session.headers(),
      metadata: { filename: file.name },
      onProgress: (sent) => isCurrent() && this.#progress(chosen, sent),
      onAfterResponse: (_request, response) => {
        const duracion = response.getHeader(DURACION_HEADER)
        if (duracion) chosen.duracion = Number(duracion)
        if (response.getHeader(CORTADA_HEADER)) chosen.isCut = true
      },
      onShouldRetry: (error) => {
        if (!isCurrent() || refusalOf(error.originalResponse)) return false
        chosen.foreign = isRefusal(error.originalResponse) ? chosen.foreign + 1 : 0
        this.#pause(chosen)
        return !isBlocked(chosen)
      },
      onError: (error) => {
        if (!isCurrent()) return
        const refusal = error instanceof tus.DetailedError ? refusalOf(error.originalResponse) : undefined
        if (isBlocked(chosen)) return
        if (!refusal) return this.#startLater(chosen)
        // The server has deleted the upload.
        chosen.upload = undefined
        void this.#refuse(refusal, chosen)
      },
      onSuccess: () => {
        if (!isCurrent()) return
        const { duracion, isCut } = chosen
        this.set({ tipo: 'lista', file, duracion, isCut, subida: upload.url?.split('/').at(-1) })
      },
    })
    chosen.upload = upload
    upload.start()
  }

  #progress(chosen: Chosen, sent: number): void {
    const { file } = chosen
    const now = performance.now()
    chosen.since ??= { at: now, sent }
    const quedan = formatQuedan(file.size - sent, sent - chosen.since.sent, now - chosen.since.at)
    this.set({ tipo: 'subiendo', file, sent, quedan })
  }

  async #refuse(refusal: ApiProblem, chosen: Chosen): Promise<void> {
    const { file } = chosen
    const segundos = NEEDS_DURATION.includes(refusal.code) ? await measure(file) : null
    if (this.#chosen !== chosen) return
    this.set({ tipo: 'rechazada', ...rechazoOf(refusal, { nombre: file.name, bytes: file.size, segundos }) })
  }

  #pause(chosen: Chosen): void {
    chosen.since = undefined
    const estado = this.read()
    const sent = 'sent' in estado ? estado.sent : 0
    this.set({ tipo: 'pausa', file: chosen.file, sent, isBlocked: isBlocked(chosen) })
    void this.#checkFile(chosen)
  }

  /** Refuses a file that the browser cannot read any more. Its upload fails as if the network had failed, and would retry for ever. */
  async #checkFile(chosen: Chosen): Promise<void> {
    try {
      await chosen.file.slice(0, 1).arrayBuffer()
    } catch {
      // Moved, deleted or changed since it was chosen: the person has to choose it again.
      if (this.#chosen !== chosen) return
      this.#drop(true)
      this.set({
        tipo: 'rechazada',
        title: `${chosen.file.name} ya no se puede leer.`,
        text: 'Se movió, se borró o cambió desde que lo elegiste. Elígelo otra vez.',
      })
    }
  }

  /** No retry is left: starts again after a while, when the page is visible. */
  #startLater(chosen: Chosen): void {
    this.#pause(chosen)
    this.#again = setTimeout(() => whenVisible(this.resume), START_AGAIN_MS)
  }

  override set(estado: MusicaUploadEstado): void {
    clearTimeout(this.#again)
    // Closing the tab would lose the upload, whether or not a form shows it.
    setUnderway(this, isUnderway(estado) || estado.tipo === 'lista')
    if (isUnderway(estado)) window.addEventListener('online', this.resume)
    else window.removeEventListener('online', this.resume)
    super.set(estado)
  }
}

/** Whether a proxy refuses the upload again and again. */
function isBlocked({ foreign }: Chosen): boolean {
  return foreign >= MOST_FOREIGN
}

export function isUnderway({ tipo }: MusicaUploadEstado): boolean {
  return tipo === 'subiendo' || tipo === 'pausa'
}

/** Why an upload waits. `isBlocked`: a proxy refuses it. */
export function pausaText(isBlocked: boolean): string {
  return isBlocked
    ? 'La red no deja subir el archivo. Conéctate a otra red y reintenta; no cierres esta página.'
    : 'Se perdió la conexión. La subida seguirá sola desde donde quedó; no cierres esta página.'
}

/** Shorter measurements are not used. */
const MEASURED_MS = 3_000

/** The remaining time of an upload: `unos 20 s`. `came`: the bytes that were sent in `ms`. `null` while it is unknown. */
export function formatQuedan(left: number, came: number, ms: number): string | null {
  if (ms < MEASURED_MS || came <= 0 || left <= 0) return null
  const seconds = (left / came) * (ms / 1_000)
  return seconds <= 90 ? `unos ${Math.ceil(seconds / 5) * 5}\u00a0s` : `unos ${Math.ceil(seconds / 60)}\u00a0min`
}

/**
 * The refusal of the server in a tus response; `undefined` when the upload can be retried: the network failed, the server
 * restarts, or a proxy answered in its place, with a page or with another text.
 */
function refusalOf(response: HttpResponse | null | undefined): ApiProblem | undefined {
  if (!response || !isRefusal(response)) return undefined
  const refusal = problemOf(response.getStatus(), objectIn(response.getBody()))
  return Object.hasOwn(PROBLEMS, refusal.code) ? refusal : undefined
}

/** Whether the status of a response refuses the upload, by the server or by a proxy in its place. */
function isRefusal(response: HttpResponse | null | undefined): boolean {
  const status = response?.getStatus() ?? 0
  return status >= 400 && status < 500 && status !== 409 && status !== 423
}

/** The longest wait for the browser to read the file. */
const TIMEOUT_MS = 2_000

/** The duration of an audio file in seconds; null when this browser cannot read it. */
async function measure(file: File): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const audio = new Audio()
  audio.preload = 'metadata'
  try {
    return await new Promise((resolve) => {
      audio.addEventListener('loadedmetadata', () => resolve(Number.isFinite(audio.duration) ? audio.duration : null))
      audio.addEventListener('error', () => resolve(null))
      setTimeout(() => resolve(null), TIMEOUT_MS)
      audio.src = url
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}
