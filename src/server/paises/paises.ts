import type { Output } from '#contract/define.ts'
import type { readPaises } from '#contract/paises.ts'
import type { Deps } from '../deps.ts'
import * as z from 'zod/mini'

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

/** The 250 codes of the public service: ISO 3166-1 and Kosovo. */
const CODES = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
VN VU WF WS XK YE YT ZA ZM ZW
`

/** Names that differ from those of the runtime, as people in Mexico know them. */
const OVERRIDES: Readonly<Record<string, string>> = {
  BQ: 'Caribe Neerlandés',
  CI: 'Costa de Marfil',
  HK: 'Hong Kong',
  ML: 'Malí',
  MM: 'Birmania',
  MO: 'Macao',
  PS: 'Palestina',
  SZ: 'Esuatini',
  UM: 'Islas Ultramarinas de Estados Unidos',
  VI: 'Islas Vírgenes de los Estados Unidos',
}

/** The names of the countries in Spanish, unsorted. */
function bundledPaises(): string[] {
  const names = new Intl.DisplayNames(['es-MX'], { type: 'region', fallback: 'none' })
  return CODES.trim()
    .split(/\s+/)
    .flatMap((code) => OVERRIDES[code] ?? names.of(code) ?? [])
}

const TIMEOUT_MS = 3_000
const MAX_BYTES = 2 * 1024 * 1024

/** The answer of the public service. Other fields are ignored. */
const answer = z
  .array(z.object({ name: z.object({ common: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)) }) }))
  .check(z.minLength(1), z.maxLength(1_000))

/**
 * The names of the countries from the public service. Requests only the name, unless the address selects fields. Throws when
 * the service does not answer in three seconds, or with something else.
 */
async function fetchPaises(url: string): Promise<string[]> {
  const address = new URL(url)
  if (!address.searchParams.get('fields')) address.searchParams.set('fields', 'name')
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok || !response.body) throw new Error(`The countries service answered ${response.status}.`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error('The countries service answered with more than a list.')
    chunks.push(chunk)
  }
  const names = answer.parse(JSON.parse(Buffer.concat(chunks).toString())).map(({ name }) => name.common)
  return [...new Set(names)]
}
