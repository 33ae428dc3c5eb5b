import { SILENCE_MS } from '#contract/live.ts'
import { LLEGADAS_PATH } from '#contract/views/pantallas.ts'
import { TOQUES_MAX } from '#domain/llegada.ts'
import { puesto, type KeptToque } from '../device/puesto.ts'
import { connection, feed } from '../live/tab.ts'
import { Store, until } from '../ui/store.ts'

const ANSWER_MS = 10_000
/**
 * The view of a page whose stream is alive has an answered tap long before. A repeated tap changes nothing, so no frame follows it.
 */
const LACKS_MS = SILENCE_MS + 5_000

/** A tap of this device. `isAnswered`: the server has it, and the view of the page does not have it yet. */
interface ToquePropio extends KeptToque {
  readonly isAnswered?: true
}

type ToquesPropios = ReadonlyMap<string, ToquePropio>

/** The taps that the server has not answered. */
export function porEnviarOf(toques: ToquesPropios): readonly ToquePropio[] {
  return [...toques.values()].filter(({ isAnswered }) => !isAnswered)
}

type Answer = { readonly revision: number } | 'none' | 'refused' | 'ended'

export interface LlegadasOptions {
  readonly kept: Pick<typeof puesto, 'listToques' | 'keepToque' | 'deleteToques'>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Resolves when the views of the page are at least as new as a revision. */
  readonly reached: (revision: number) => Promise<void>
}

/**
 * The taps of this device, by the id of their entry: of each the last one. A tap stays until the server has answered it and the view
 * of the page has it. One request at a time; what has no answer is sent again by the next `send`.
 */
export class Llegadas extends Store<ToquesPropios> {
  readonly #enlace: string
  readonly #options: LlegadasOptions
  #isSending = false
  #isEnded = false
  /** Most taps of a request: after a refusal fewer, until the refused one is alone. */
  #most = TOQUES_MAX
  /** They stay on the device, and are sent again after the page was loaded again. */
  readonly #refused = new Set<ToquePropio>()

  constructor(enlace: string, options: LlegadasOptions) {
    super(new Map())
    this.#enlace = enlace
    this.#options = options
  }

  /** Takes the taps that the device keeps. */
  async load(): Promise<void> {
    // A browser that refuses storage has none.
    const kept = await this.#options.kept.listToques(this.#enlace).catch(() => [])
    this.set(new Map([...kept.map((toque) => [toque.competidorId, toque] as const), ...this.read()]))
    await this.send()
  }

  tap(toque: Omit<KeptToque, 'enlace'>): void {
    const kept = { ...toque, enlace: this.#enlace }
    this.set(new Map(this.read()).set(toque.competidorId, kept))
    // Without storage the tap lasts as long as the page.
    this.#options.kept.keepToque(kept).catch(() => undefined)
    void this.send()
  }

  /** The link has ended: nothing is sent any more. */
  end(): void {
    this.#isEnded = true
  }

  /** Sends what waits, until a request has no answer. */
  async send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    while (await this.#sendSome());
    this.#isSending = false
  }

  /** Sends one request. False: nothing can be sent now. */
  async #sendSome(): Promise<boolean> {
    const waiting = porEnviarOf(this.read()).filter((toque) => !this.#refused.has(toque))
    const [first] = waiting
    if (!first || this.#isEnded) return false
    const sent = waiting.filter(({ dia }) => dia === first.dia).slice(0, this.#most)
    const answer = await this.#post(sent)
    if (answer === 'none') return false
    if (answer === 'ended') this.end()
    else if (answer !== 'refused') void this.#take(sent, answer.revision)
    else if (sent.length > 1) this.#most = Math.ceil(sent.length / 2)
    else this.#refused.add(first)
    return true
  }

  async #post(sent: readonly ToquePropio[]): Promise<Answer> {
    const toques = sent.map(({ competidorId, llego, at }) => ({ competidorId, llego, at }))
    try {
      const answer = await this.#options.fetch(LLEGADAS_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ enlace: this.#enlace, dia: sent[0]?.dia, toques }),
        credentials: 'omit',
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      const revision = answer.headers.get('x-revision')
      if (answer.ok) return revision === null ? 'none' : { revision: Number(revision) }
      const { code } = (await answer.json()) as { readonly code?: unknown }
      if (answer.status === 410 && code === 'pantalla.enlaceInvalid') return 'ended'
      return code === 'input.invalid' ? 'refused' : 'none'
    } catch {
      // No network, a late answer, or the page of a network that asks for a sign-in: the taps wait.
      return 'none'
    }
  }

  /** The server has these taps. A later tap for the same entry stays. */
  async #take(sent: readonly ToquePropio[], revision: number): Promise<void> {
    this.#most = TOQUES_MAX
    this.#replace(sent, (toques, toque) => toques.set(toque.competidorId, { ...toque, isAnswered: true }))
    await this.#options.reached(revision)
    this.#replace(sent, (toques, { competidorId }) => toques.delete(competidorId))
    await this.#options.kept.deleteToques(sent).catch(() => undefined)
  }

  #replace(sent: readonly ToquePropio[], change: (toques: Map<string, ToquePropio>, toque: ToquePropio) => void): void {
    const toques = new Map(this.read())
    for (const toque of sent) if (toques.get(toque.competidorId)?.at === toque.at) change(toques, toque)
    this.set(toques)
  }
}

let ofPage: Llegadas | undefined

/** The taps by the link of this page. */
export function llegadasOf(enlace: string): Llegadas {
  ofPage ??= new Llegadas(enlace, {
    kept: puesto,
    fetch: (url, init) => fetch(url, init),
    reached: async (revision) => {
      // The network is back: the feed may wait for half a minute yet.
      if (connection.read().estado !== 'en vivo') feed.retry()
      await until(connection, ({ estado }) => estado === 'en vivo')
      await feed.reached(revision, LACKS_MS)
    },
  })
  return ofPage
}
