import { Store } from '../ui/store.ts'

export interface Connection {
  readonly estado: 'en vivo' | 'conectando' | 'sin conexión'
  /** When the server last sent something, by its clock (ms since 1970); `null`: not yet. */
  readonly desde: number | null
  /** True for 5 s after a lost connection is back, so that a screen reader announces it. */
  readonly isBack?: true
  /** The page shows kept data because the server has not answered yet. */
  readonly isKept?: true
  /** The first answer is late, or its request has just failed. */
  readonly isLate?: true
}

/** Whether the page says that it shows data without a connection: a request failed, or the first answer is late. */
export function isOffline({ estado, isKept, isLate }: Connection): boolean {
  return estado === 'sin conexión' || Boolean(isKept && isLate)
}

/** A worse state is shown after this time: the feed often replaces its stream, and the short gap is not shown. */
const PATIENCE_MS = 2_000
/** How long `isBack` stays true. */
const BACK_MS = 5_000

/**
 * The state of the connection that the header shows. A better state is shown at once, a worse one only when it has lasted
 * `PATIENCE_MS`, except that a hidden page is `conectando` at once. A slow answer changes `en vivo` to `conectando`; only a
 * failed request changes it to `sin conexión`.
 */
export class ConnectionStatus extends Store<Connection> {
  /** The zone of kept data, for a page that opens without a connection. */
  zona: string | undefined
  #heard: number | null = null
  #next: { readonly estado: Connection['estado']; readonly timer: ReturnType<typeof setTimeout> } | undefined

  constructor() {
    super({ estado: 'conectando', desde: null })
  }

  /** The server sent something at this time. */
  hear(ahora: number): void {
    this.#heard = ahora
    const { estado, isKept, isLate } = this.read()
    if (estado === 'sin conexión' || isKept || isLate) this.set({ estado, desde: ahora })
  }

  /** The first answer is late, or its request failed. */
  late(): void {
    if (this.read().estado === 'conectando') this.set({ ...this.read(), isLate: true })
  }

  /**
   * Call it when the page shows data that the device kept at this time of the server. Of several times the oldest is shown,
   * until the server sends something.
   */
  keep(ahora: number, zona?: string): void {
    this.zona ??= zona
    if (this.#heard !== null && this.#heard <= ahora) return
    this.#heard = ahora
    this.set({ ...this.read(), desde: ahora })
  }

  /** The stream is open. */
  live(): void {
    this.#cancelPending()
    if (this.read().estado === 'en vivo') return
    const now: Connection = { estado: 'en vivo', desde: this.#heard }
    if (this.read().estado !== 'sin conexión') return this.set(now)
    this.set({ ...now, isBack: true })
    setTimeout(() => {
      if (this.read().isBack) this.set(now)
    }, BACK_MS)
  }

  /** The stream is being opened; no request failed. */
  wait(): void {
    if (this.read().estado === 'en vivo' && !this.#next) this.#changeLater('conectando')
  }

  /** A request failed, or the stream broke. */
  fail(): void {
    if (this.#next?.estado === 'sin conexión') return
    this.#cancelPending()
    this.#changeLater('sin conexión')
  }

  /** The stream is closed because the page is hidden. */
  rest(): void {
    this.#cancelPending()
    if (this.read().estado === 'en vivo') this.set({ estado: 'conectando', desde: this.#heard })
  }

  #changeLater(estado: Connection['estado']): void {
    const timer = setTimeout(() => {
      this.#next = undefined
      this.set({ estado, desde: this.#heard })
    }, PATIENCE_MS)
    this.#next = { estado, timer }
  }

  #cancelPending(): void {
    clearTimeout(this.#next?.timer)
    this.#next = undefined
  }
}

/** The request timeout, in ms. Doubled on a phone or tablet, which may lose its signal for a while. */
export function requestTimeoutMs(): number {
  return isPhone() ? 60_000 : 30_000
}

/** Whether a finger is the main pointer: a phone or a tablet. False for a laptop with a touch screen. */
function isPhone(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
}
