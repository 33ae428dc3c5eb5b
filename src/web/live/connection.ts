export interface Connection {
  readonly estado: 'en vivo' | 'conectando' | 'sin conexión'
  /** When the server was last heard, in its own time. `null`: never yet. */
  readonly desde: number | null
}

/** A gap shorter than this is nobody's business: streams are swapped and restarted all day. */
const PATIENCE_MS = 2_000

/** What the frame says of the line to the server. It changes its mind slowly for the worse, at once for the better. */
export class ConnectionStatus {
  #now: Connection = { estado: 'conectando', desde: null }
  #heard: number | null = null
  #doubt: ReturnType<typeof setTimeout> | undefined
  readonly #readers = new Set<() => void>()

  readonly read = (): Connection => this.#now

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#readers.add(notify)
    return () => {
      this.#readers.delete(notify)
    }
  }

  /** Something came from the server: what is shown is true as of now. */
  hear(ahora: number): void {
    this.#heard = ahora
    if (this.#now.estado === 'sin conexión') this.#say({ estado: 'sin conexión', desde: ahora })
  }

  /** The stream is open. */
  live(): void {
    this.calm()
    this.#say({ estado: 'en vivo', desde: this.#heard })
  }

  /** There is no stream, or not yet. */
  doubt(): void {
    this.#doubt ??= setTimeout(() => this.#say({ estado: 'sin conexión', desde: this.#heard }), PATIENCE_MS)
  }

  /** There is no stream because none is wanted. */
  calm(): void {
    clearTimeout(this.#doubt)
    this.#doubt = undefined
  }

  #say(next: Connection): void {
    if (next.estado === this.#now.estado && next.estado === 'en vivo') return
    this.#now = next
    for (const notify of this.#readers) notify()
  }
}
