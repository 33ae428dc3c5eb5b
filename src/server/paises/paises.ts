import type { Output } from '#contract/define.ts'
import type { readPaises } from '#contract/paises.ts'
import type { Deps } from '../deps.ts'
import { bundledPaises } from './bundled.ts'
import { fetchPaises } from './remote.ts'

type Lista = Output<typeof readPaises>

/** Countries are made seldom: a list is good for a day. After a failure the service is asked again sooner. */
const GOOD_MS = 24 * 60 * 60_000
const RETRY_MS = 5 * 60_000

const ES = new Intl.Collator('es')

/** The list to choose from: the public service's when the operator named one and it answers, else the bundled one. */
export class Paises {
  readonly #deps: Pick<Deps, 'env' | 'now' | 'log'>
  #list: Lista | undefined
  #until = 0
  #asking: Promise<Lista> | undefined
  /** The service was asked, and the bundled list serves in its place. */
  #stoodIn = false

  constructor(deps: Pick<Deps, 'env' | 'now' | 'log'>) {
    this.#deps = deps
  }

  /** Only the first to ask waits for the service: later ones get the list there is while a newer one is fetched. */
  async read(): Promise<Lista> {
    if (this.#list && this.#deps.now().getTime() < this.#until) return this.#list
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined))
    return this.#list ?? this.#asking
  }

  /** What operators are told; nothing while the list is the one they asked for. Tries the service again when it is time. */
  notices(): string[] {
    if (!this.#stoodIn) return []
    void this.read()
    return ['El servicio de COUNTRIES_URL no dio una lista de países. Mientras tanto se ofrece la lista incluida.']
  }

  async #ask(): Promise<Lista> {
    const { env, now, log } = this.#deps
    try {
      const names = env.countriesUrl === null ? bundledPaises() : await fetchPaises(env.countriesUrl)
      this.#until = now().getTime() + GOOD_MS
      this.#list = listOf(names)
      this.#stoodIn = false
    } catch (error) {
      log.warn({ err: error }, 'the countries service did not give a list')
      this.#until = now().getTime() + RETRY_MS
      this.#stoodIn ||= this.#list === undefined
      this.#list ??= listOf(bundledPaises())
    }
    return this.#list
  }
}

function listOf(names: readonly string[]): Lista {
  return names.toSorted((a, b) => ES.compare(a, b)).map((common) => ({ name: { common } }))
}
