import { handInTardia, sendCalificacion } from '#contract/calificaciones.ts'
import type { Output } from '#contract/define.ts'
import { ApiProblem, limitOf, request, UNREADABLE } from '../api/request.ts'
import { type Pendiente, type Respuesta } from './mark.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** A request that lasts this long when the network returns is probably lost. */
const STALE_MS = 3_000

export interface SenderOptions {
  /** The marks to send, in their order. */
  readonly pending: () => Promise<readonly Pendiente[]>
  /** Sends a mark and takes the answer. Resolves to false when nothing more can be sent now. */
  readonly send: (mark: Pendiente, cancelled: AbortSignal) => Promise<boolean>
}

/**
 * Sends the pending marks in order, one at a time. After a failure it waits, at most 30 s, longer after each failure;
 * `wake` ends the wait. Two tabs of a browser may send one mark: its key makes that harmless.
 */
export class Sender {
  readonly #options: SenderOptions
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isAskedAgain = false
  #request: { readonly from: number; readonly cancel: AbortController } | undefined

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /** Sends now: a mark was added, or the network or the session is back. */
  wake(): void {
    this.#failures = 0
    if (this.#request && Date.now() - this.#request.from > STALE_MS) this.#request.cancel.abort()
    this.#go()
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  #go(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isAskedAgain = true
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false
        await this.#sendAll()
      }
    } finally {
      // At once after the last check: a `wake` in between would be lost.
      this.#running = undefined
    }
  }

  /** Sends every pending mark once. */
  async #sendAll(): Promise<void> {
    for (const mark of await this.#options.pending()) {
      const cancel = new AbortController()
      this.#request = { from: Date.now(), cancel }
      const goesOn = await this.#options.send(mark, cancel.signal)
      this.#request = undefined
      if (goesOn) continue
      return this.#retryLater()
    }
    this.#failures = 0
    // Refused ones stay; marks that were added meanwhile have woken the sender.
    if ((await this.#options.pending()).some(({ problema }) => problema !== null)) this.#wait(LONGEST_WAIT_MS)
  }

  #retryLater(): void {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures)
    this.#failures += 1
    this.#wait(wait * (0.5 + Math.random() / 2))
  }

  #wait(ms: number): void {
    this.#timer ??= setTimeout(() => this.#go(), ms)
  }
}

/**
 * `sinRespuesta`: no answer, or one that does not decide about the mark (a proxy, a fault of the server, a limit); the mark
 * is sent again. `sinSesion`: the session does not permit it.
 */
export type Outcome =
  | Respuesta
  | { readonly tipo: 'sinRespuesta' }
  | { readonly tipo: 'sinSesion'; readonly error: ApiProblem }

/** A request that has no answer after this long is sent again. The key makes a repeat harmless. */
const LIMIT_MS = 15_000

/** The bar of the judge tells that a mark waits: no toast repeats it over the keypad. */
const onAgain = (): void => {}

/** Sends one mark, under its key. */
export async function deliver(mark: Pendiente, cancelled: AbortSignal): Promise<Outcome> {
  const { juezId, competidorId, intento, criterios, version, key } = mark
  const sending = { key, signal: limitOf(LIMIT_MS, cancelled), onAgain }
  try {
    if (mark.via === 'tardias') {
      await request(handInTardia, { clave: key, competidorId, criterios, juezId, intento }, sending)
      return { tipo: 'tardia' }
    }
    const input = { competidorId, criterios, version, juezId, intento }
    const { output } = await request<Output<typeof sendCalificacion>>(sendCalificacion, input, sending)
    return output.estado === 'tardia' ? { tipo: 'tardia' } : { tipo: 'enviada', version: output.version }
  } catch (error) {
    if (error instanceof ApiProblem) return outcomeOf(error)
    throw error
  }
}

/** Converts a refusal to the outcome of the sending. */
export function outcomeOf(error: ApiProblem): Outcome {
  const { code, status, fields, message } = error
  if ([401, 403].includes(status) && code.startsWith('session.')) return { tipo: 'sinSesion', error }
  if ([0, 401, 403, 429].includes(status) || status >= 500 || code === UNREADABLE) return { tipo: 'sinRespuesta' }
  if (code === 'calificacion.versions') return { tipo: 'versiones' }
  if (code === 'input.invalid') return { tipo: 'invalida', faltas: faltasOf(fields) }
  return { tipo: 'rechazada', problema: message }
}

/** The sentences by criterion: the field of a criterion is `criterios.KEY`. */
function faltasOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, said]) => [field.replace(/^criterios\./, ''), said]))
}
