import type { Upload } from 'tus-js-client'
import { DURACION_HEADER, SUBIDAS_PATH } from '#contract/inscripciones.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { ApiProblem, objectIn, problemOf, UNREADABLE } from '../api/request.ts'
import { setUnderway } from '../ui/unsaved.ts'
import { Store } from '../ui/store.ts'
import { whenSeen } from '../ui/whenSeen.ts'
import { measure } from './measure.ts'
import { rechazoOf, type Rechazo } from './rechazo.ts'
import { formatQuedan } from './restante.ts'

/** Waits between the tries of one start while the line is bad. */
const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

/** After its last try it is started again, as long as the page is open. */
const START_AGAIN_MS = 30_000

/** What a slow line carries well within the time that the server gives a request. */
const CHUNK_BYTES = 1024 * 1024

/** Refusals that the length of the file says more of. */
const FIGURED = ['musica.tooLarge', 'musica.tooShort', 'musica.tooLong']

interface About {
  readonly nombre: string
  readonly total: number
}

interface Sending extends About {
  readonly sent: number
}

export type MusicaEstado =
  | { readonly tipo: 'ninguna' }
  /** `quedan`: how long it will still take, once that can be told. */
  | (Sending & { readonly tipo: 'subiendo'; readonly quedan: string | null })
  /** The line is lost; it goes on from here by itself. */
  | (Sending & { readonly tipo: 'pausa' })
  | { readonly tipo: 'lista'; readonly nombre: string; readonly total: number; readonly duracion: number | null }
  | ({ readonly tipo: 'rechazada'; readonly code: string } & Rechazo)

const NINGUNA: MusicaEstado = { tipo: 'ninguna' }

/** The track of a form: on its way from the moment it is chosen, over as many connections as it takes. */
export class MusicaUpload extends Store<MusicaEstado> {
  #upload: Upload | undefined
  /** Chosen, and what carries it has not come yet. */
  #waiting: File | undefined
  #duracion: number | null = null
  /** Since when, and from which byte on, this line carries. */
  #since: { readonly at: number; readonly sent: number } | undefined
  #id: string | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  /** Which choice an answer belongs to: an older one says nothing about the newer. */
  #turn = 0
  /** Which press waits for it: another takes the place of one whose form is gone. */
  #press = 0

  constructor() {
    super(NINGUNA)
  }

  /** What the form sends: the finished upload's id. */
  get subida(): string | undefined {
    return this.#id
  }

  get isEmpty(): boolean {
    return this.read().tipo === 'ninguna'
  }

  /** Takes the place of the one before, which is dropped. */
  choose(file: File): void {
    this.#drop(true)
    void this.#begin(file, this.#turn)
  }

  /** The line may be back: no need to wait for the next try. */
  readonly resume = (): void => {
    if (this.read().tipo !== 'pausa') return
    if (this.#waiting) void this.#begin(this.#waiting, this.#turn)
    void this.#upload?.abort().then(() => this.#upload?.start())
  }

  /** No track. One on its way is given up, and so is what got there of it. */
  clear(): void {
    this.#drop(true)
    this.set(NINGUNA)
  }

  /** It has its entry now, or its person is gone: it is no longer ours to drop there. */
  forget(): void {
    this.#drop(false)
    this.set(NINGUNA)
  }

  /** Waits for the one on its way. False: it did not get there, or somebody thought better of it. */
  readonly settled = async (): Promise<boolean> => {
    this.#press += 1
    const press = this.#press
    if (!isUnderway(this.read())) return this.read().tipo !== 'rechazada'
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (isUnderway(this.read())) return
        stop()
        resolve()
      }
      const stop = this.subscribe(look)
    })
    return press === this.#press && this.read().tipo === 'lista'
  }

  #drop(isTold: boolean): void {
    this.#turn += 1
    this.#id = undefined
    this.#duracion = null
    this.#since = undefined
    this.#waiting = undefined
    const given = this.#upload
    this.#upload = undefined
    // What stays there without an entry the server sweeps: nobody need hear of a line that fails here.
    void given?.abort(isTold).catch(() => undefined)
  }

  async #begin(file: File, turn: number): Promise<void> {
    const about = { nombre: file.name, total: file.size }
    this.set({ tipo: 'subiendo', ...about, sent: 0, quedan: null })
    this.#waiting = file
    const tus = await import('tus-js-client').catch(() => undefined)
    if (turn !== this.#turn) return
    // The line broke before the program that carries a file had come.
    if (!tus) return this.#startLater(about)
    this.#waiting = undefined
    const isOurs = (): boolean => turn === this.#turn
    const upload = new tus.Upload(file, {
      endpoint: SUBIDAS_PATH,
      retryDelays: RETRY_MS,
      chunkSize: CHUNK_BYTES,
      // Nothing of a person is kept in the browser: a page that was closed begins anew.
      storeFingerprintForResuming: false,
      metadata: { filename: file.name },
      onProgress: (sent) => isOurs() && this.#progress(about, sent),
      onAfterResponse: (_request, response) => {
        const duracion = response.getHeader(DURACION_HEADER)
        if (isOurs() && duracion) this.#duracion = Number(duracion)
      },
      onShouldRetry: (error) => {
        if (!isOurs() || refusalOf(error.originalResponse)) return false
        this.#pause(about)
        return true
      },
      onError: (error) => {
        if (!isOurs()) return
        const refusal = error instanceof tus.DetailedError ? refusalOf(error.originalResponse) : undefined
        if (!refusal) return this.#startLater(about)
        // There is nothing left of it there.
        this.#upload = undefined
        void this.#refuse(refusal, file, turn)
      },
      onSuccess: () => {
        if (!isOurs()) return
        this.#id = upload.url?.split('/').at(-1)
        this.set({ tipo: 'lista', ...about, duracion: this.#duracion })
      },
    })
    this.#upload = upload
    upload.start()
  }

  #progress(about: About, sent: number): void {
    const now = performance.now()
    this.#since ??= { at: now, sent }
    const came = sent - this.#since.sent
    const quedan = formatQuedan({ sent, total: about.total, came, ms: now - this.#since.at })
    this.set({ tipo: 'subiendo', ...about, sent, quedan })
  }

  async #refuse(refusal: ApiProblem, file: File, turn: number): Promise<void> {
    const { code } = refusal
    const segundos = FIGURED.includes(code) ? await measure(file) : null
    if (turn !== this.#turn) return
    const rechazo = rechazoOf(refusal, { nombre: file.name, bytes: file.size, segundos })
    this.set({ tipo: 'rechazada', code, ...rechazo })
  }

  #pause(about: About): void {
    this.#since = undefined
    const estado = this.read()
    this.set({ tipo: 'pausa', ...about, sent: 'sent' in estado ? estado.sent : 0 })
  }

  /** No try is left: it is started again after a while, once the page is seen. */
  #startLater(about: About): void {
    this.#pause(about)
    this.#again = setTimeout(() => whenSeen(this.resume), START_AGAIN_MS)
  }

  override set(estado: MusicaEstado): void {
    super.set(estado)
    clearTimeout(this.#again)
    // As long as there is something to lose, whether or not a form shows it.
    setUnderway(this, isUnderway(estado) || estado.tipo === 'lista')
    if (isUnderway(estado)) window.addEventListener('online', this.resume)
    else window.removeEventListener('online', this.resume)
  }
}

function isUnderway({ tipo }: MusicaEstado): boolean {
  return tipo === 'subiendo' || tipo === 'pausa'
}

interface Answer {
  getStatus: () => number
  getBody: () => string
}

/** The refusal of the server; `undefined` when the upload can be retried: the line failed, or the server restarts. */
function refusalOf(answer: Answer | null | undefined): ApiProblem | undefined {
  const status = answer?.getStatus() ?? 0
  const isPassing = status < 400 || status >= 500 || status === 409 || status === 423
  if (!answer || isPassing) return undefined
  const refusal = problemOf(status, objectIn(answer.getBody()))
  if (refusal.code !== UNREADABLE) return refusal
  // A proxy refused it: with 429 it only asks for a slower pace.
  if (status === 429) return undefined
  return new ApiProblem({ code: 'subida.missing', message: PROBLEMS['subida.missing'], status })
}
