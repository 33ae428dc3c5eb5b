import { Store } from '../ui/store.ts'

export interface Connection {
  readonly estado: 'en vivo' | 'conectando' | 'sin conexión'
  /** When the server was last heard, in its own time. `null`: never yet. */
  readonly desde: number | null
  /** For a moment, after it had been lost: somebody has to hear that it is back. */
  readonly isBack?: true
}

/** A gap shorter than this is not shown: streams are replaced and restarted all day. */
const PATIENCE_MS = 2_000
const BACK_MS = 5_000

/**
 * The state of the connection, as the header shows it. It gets better at once and worse only after `PATIENCE_MS`, so
 * that it does not flap. `sin conexión` needs a request that failed: a slow answer only ends `en vivo`.
 */
export class ConnectionStatus extends Store<Connection> {
  #heard: number | null = null
  #next: { readonly estado: Connection['estado']; readonly timer: ReturnType<typeof setTimeout> } | undefined

  constructor() {
    super({ estado: 'conectando', desde: null })
  }

  /** Something came from the server: what is shown is true as of now. */
  hear(ahora: number): void {
    this.#heard = ahora
    if (this.read().estado === 'sin conexión') this.set({ estado: 'sin conexión', desde: ahora })
  }

  /** The stream is open. */
  live(): void {
    this.#calm()
    if (this.read().estado === 'en vivo') return
    const now: Connection = { estado: 'en vivo', desde: this.#heard }
    if (this.read().estado !== 'sin conexión') return this.set(now)
    this.set({ ...now, isBack: true })
    setTimeout(() => {
      if (this.read().isBack) this.set(now)
    }, BACK_MS)
  }

  /** There is no stream yet, and nothing failed. */
  wait(): void {
    if (this.read().estado === 'en vivo' && !this.#next) this.#become('conectando')
  }

  /** A request failed, or the stream broke. */
  fail(): void {
    if (this.#next?.estado === 'sin conexión') return
    this.#calm()
    this.#become('sin conexión')
  }

  /** There is no stream because the page is out of sight. What is shown grows old. */
  rest(): void {
    this.#calm()
    if (this.read().estado === 'en vivo') this.set({ estado: 'conectando', desde: this.#heard })
  }

  #become(estado: Connection['estado']): void {
    const timer = setTimeout(() => {
      this.#next = undefined
      this.set({ estado, desde: this.#heard })
    }, PATIENCE_MS)
    this.#next = { estado, timer }
  }

  #calm(): void {
    clearTimeout(this.#next?.timer)
    this.#next = undefined
  }
}
