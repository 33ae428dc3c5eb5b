import { HEALTH_PATH } from '#contract/live.ts'
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

/**
 * The request timeout, in ms. Doubled where a finger is the main pointer: a phone or a tablet may lose its signal for a while.
 * Not on a laptop with a touch screen.
 */
export function requestTimeoutMs(): number {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches ? 60_000 : 30_000
}

/** The most connections that a browser opens to one site with HTTP/1.1. */
const CONNECTIONS = 6
/** Timeout of `renewConnections`, in ms. */
const RENEW_MS = 5_000

/**
 * Makes the browser close the connections whose network path is gone. Without it the browser sends the next requests on
 * them, one after the other, and each waits for its timeout. Sends a request on every connection that the browser keeps, and
 * aborts those without an answer when the first one answers. Call it when a connection was silent for too long.
 */
export function renewConnections(): void {
  const request = new AbortController()
  const abort = (): void => request.abort()
  const ask = (): Promise<unknown> => fetch(HEALTH_PATH, { method: 'HEAD', cache: 'no-store', signal: request.signal })
  setTimeout(abort, RENEW_MS)
  // When none answers, the timeout closes the connections all the same.
  Promise.any(Array.from({ length: CONNECTIONS }, ask)).then(abort, abort)
}

/** A smaller difference does not move the clock: it comes from the network, and the seconds would stutter. */
const TOLERANCE_MS = 1_000

/** The server's time in this browser. It ticks on the server's seconds, with one timer for all components. */
export class ServerClock extends Store<number> {
  #offset: number | undefined
  #isGuess = true
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super(0)
  }

  now(): number {
    return Date.now() + (this.#offset ?? 0)
  }

  /** Takes the server's time (ms since 1970) as it was `age` ms ago. */
  hear(ahora: number, age = 0): void {
    const offset = ahora + age - Date.now()
    if (!this.#isGuess && this.#offset !== undefined && Math.abs(offset - this.#offset) <= TOLERANCE_MS) return
    this.#isGuess = false
    this.#offset = offset
    if (this.isObserved) this.#tick()
  }

  /** Takes a time that the device or a cache kept `age` ms ago, until a time of the server is known. */
  guess(ahora: number, age: number): void {
    if (!this.#isGuess) return
    this.hear(ahora, age)
    this.#isGuess = true
  }

  /** The current second, in ms since 1970. The same value until the next tick. */
  readonly second = (): number => (this.isObserved ? this.read() : floorTo(this.now(), 1_000))

  /** The last whole minute. With `from`: the last of the moments that come each minute, the first one just after it. */
  minute(from: number | null = null): number {
    const phase = from === null ? 0 : floorTo(from, 1_000) + 1_000
    return floorTo(this.second() - phase, 60_000) + phase
  }

  protected override onSubscribed(): void {
    if (this.#timer === undefined) this.#tick()
  }

  protected override onUnsubscribed(): void {
    if (this.isObserved) return
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #tick(): void {
    clearTimeout(this.#timer)
    const now = this.now()
    this.#timer = setTimeout(() => this.#tick(), 1_000 - (now % 1_000))
    const second = floorTo(now, 1_000)
    if (second !== this.read()) this.set(second)
  }
}

function floorTo(instant: number, step: number): number {
  return Math.floor(instant / step) * step
}
