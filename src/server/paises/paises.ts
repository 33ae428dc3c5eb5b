import type { Output } from '#contract/define.ts'
import type { readPaises } from '#contract/paises.ts'
import type { Deps } from '../deps.ts'
import { bundledPaises } from './bundled.ts'
import { fetchPaises } from './remote.ts'

type Lista = Output<typeof readPaises>

/** A list is cached for a day. After a failure the service is called again sooner. */
const GOOD_MS = 24 * 60 * 60_000
const RETRY_MS = 5 * 60_000

const ES = new Intl.Collator('es')

/** The list of countries: from the configured service, or the bundled list when it does not answer. */
export class Paises {
  readonly #deps: Pick<Deps, 'env' | 'now' | 'log'>
  #list: Lista | undefined
  #until = 0
  #pending: Promise<Lista> | undefined
  /** The service failed, and the bundled list replaces its answer. */
  #isReplaced = false

  constructor(deps: Pick<Deps, 'env' | 'now' | 'log'>) {
    this.#deps = deps
  }

  /** Only the first caller waits for the service. Later callers get the cached list while a newer one is fetched. */
  async read(): Promise<Lista> {
    if (this.#list && this.#deps.now() < this.#until) return this.#list
    this.#pending ??= this.#fetch().finally(() => (this.#pending = undefined))
    return this.#list ?? this.#pending
  }

  /** Sentences for operators; none while the list comes from the service. Calls the service again when it is due. */
  notices(): string[] {
    if (!this.#isReplaced) return []
    void this.read()
    return ['El servicio de COUNTRIES_URL no dio una lista de países. Mientras tanto se ofrece la lista incluida.']
  }

  async #fetch(): Promise<Lista> {
    const { env, now, log } = this.#deps
    try {
      const names = env.countriesUrl === null ? bundledPaises() : await fetchPaises(env.countriesUrl)
      this.#until = now() + GOOD_MS
      this.#list = listOf(names)
      this.#isReplaced = false
    } catch (error) {
      log.warn({ err: error }, 'the countries service did not give a list')
      this.#until = now() + RETRY_MS
      this.#isReplaced ||= this.#list === undefined
      this.#list ??= listOf(bundledPaises())
    }
    return this.#list
  }
}

function listOf(names: readonly string[]): Lista {
  return names.toSorted((a, b) => ES.compare(a, b)).map((common) => ({ name: { common } }))
}
