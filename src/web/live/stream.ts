import { SILENCE_MS, stateOf, type Fin, type Frame, type Hola, type Latido } from '#contract/live.ts'
import { lastChangeOf, type OpenView } from './openView.ts'

/** The part of `EventSource` that `Stream` uses. Tests pass a fake. */
export interface Source {
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void
  close(): void
}

export interface StreamEvents {
  readonly hola: (hola: Hola) => void
  readonly frame: (frame: Frame) => void
  readonly latido: (latido: Latido) => void
  readonly fin: (fin: Fin) => void
  /** The stream broke, or the server sent nothing for `SILENCE_MS`. It is closed already. */
  readonly lost: () => void
}

/**
 * One SSE connection for a fixed set of views. It never reconnects: it closes at its first failure, and the feed opens
 * another one. The retries of `EventSource` are not used: it gives up after a 503, does not notice a dead network, and phones freeze it.
 */
export class Stream {
  /** The views that the stream was opened for. A view that fails is removed. */
  readonly views: Set<OpenView>
  /** The epoch and the audience of its frames (`stateOf`); empty until `hola`. */
  epoch = ''
  /** The newest revision that its instance is known to have, or was asked to wait for. */
  reached: number
  /** When the last event came, in ms since 1970. */
  heard = Date.now()
  /** The server ends the stream soon: another one takes over. */
  isOld = false
  readonly #source: Source
  /** Goes on until this stream has begun. */
  readonly #predecessor: Stream | undefined
  readonly #lost: () => void
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #isOpen = true

  constructor(source: Source, views: Set<OpenView>, events: StreamEvents, predecessor?: Stream) {
    this.#predecessor = predecessor
    this.#source = source
    this.views = views
    this.reached = lastChangeOf(views)
    this.#lost = events.lost
    const on = <T>(type: string, take: (data: T) => void): void =>
      source.addEventListener(type, ({ data }) => {
        if (!this.#isOpen || typeof data !== 'string') return
        this.#listen()
        // The wire: what the server sends here is what `contract/live.ts` declares.
        take(JSON.parse(data) as T)
      })
    on<Hola>('hola', (hola) => {
      this.epoch = stateOf(hola.epoch, hola.audiencia)
      this.reached = hola.revision
      this.#predecessor?.close()
      events.hola(hola)
    })
    on<Frame>('message', (frame) => {
      this.reached = frame.revision
      events.frame(frame)
    })
    on('latido', events.latido)
    on<Fin>('fin', (fin) => {
      if (fin.motivo === 'edad') this.isOld = true
      else this.close()
      events.fin(fin)
    })
    source.addEventListener('error', () => this.#end())
    this.#listen()
  }

  get isSilent(): boolean {
    return Date.now() - this.heard >= SILENCE_MS
  }

  /**
   * Whether the stream carries exactly these views, its instance has their changes, and it does not end soon. A view that was closed and opened
   * again is another one.
   */
  carries(views: ReadonlySet<OpenView>): boolean {
    const areSame = views.size === this.views.size && [...views].every((view) => this.views.has(view))
    return areSame && !this.isOld && lastChangeOf(views) <= this.reached
  }

  close(): void {
    this.#isOpen = false
    clearTimeout(this.#watchdog)
    this.#source.close()
    this.#predecessor?.close()
  }

  #listen(): void {
    this.heard = Date.now()
    clearTimeout(this.#watchdog)
    this.#watchdog = setTimeout(() => this.#end(), SILENCE_MS)
  }

  #end(): void {
    if (!this.#isOpen) return
    this.close()
    this.#lost()
  }
}
