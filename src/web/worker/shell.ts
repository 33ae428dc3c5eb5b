/** A file of the build, without the leading slash. `revision` is null for a file with a hash in its name. */
export interface KeptFile {
  readonly url: string
  readonly revision: string | null
}

interface World {
  /** The files of this build that open without a network. The entry with the URL `/` names the build. */
  readonly files: readonly KeptFile[]
  readonly caches: CacheStorage
  readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>
  readonly wait: (ms: number) => Promise<undefined>
}

const PAGE = '/'
const SCRIPT = '/sw.js'
const PREFIX = 'pagina-'
/** The caches in which pages keep the public views: see `device/cache.ts`. */
const COPIES = 'publico-'
/** The cache with the files of a post: see `device/files.ts`. */
const PUESTO = 'puesto-'
/** Time that a navigation waits for the network before the kept page opens. */
const NETWORK_MS = 3_000
/** Time that a file waits for the cache before the network is asked. */
const CACHE_MS = 2_000
/** Every kept file is fetched without cookies, so no copy holds data of one person. */
const ANONYMOUS = { credentials: 'omit', redirect: 'error' } as const
/** The assets that a page loads at its start. Its first styles are inline; their disabled link loads nothing. The program in it loads `./assets/` later. */
const NAMED = /(?<=["(`])\/assets\/[\w.-]+(?![\w.-]|" disabled)/g
const POLICY = 'content-security-policy'

/**
 * Keeps the page and the files of one build on the device, in a cache named after the build. `install` writes all of it and
 * `renew` only the page, so its size is that of one build.
 */
export class Shell {
  readonly #world: World
  readonly #name: string
  readonly #paths: ReadonlySet<string>

  constructor(world: World) {
    this.#world = world
    this.#name = PREFIX + String(world.files.find(({ url }) => url === PAGE)?.revision)
    this.#paths = new Set(world.files.filter(({ url }) => url !== PAGE).map(({ url }) => `/${url}`))
  }

  /** Whether `file` answers for this path. A page of the previous build may request files of that build. */
  serves(path: string): boolean {
    return this.#paths.has(path) || path.startsWith('/assets/')
  }

  /** Fetches every file, then the page. Throws when one is missing, as in the middle of a deploy: the browser retries. */
  async install(): Promise<void> {
    const cache = await this.#world.caches.open(this.#name)
    await Promise.all([...this.#paths].map((path) => this.#add(cache, path)))
    if (!(await this.#keepPage())) throw new Error('The server has the page of another build.')
  }

  /** Removes the caches of former builds, but for the newest: pages of that build may still be open. */
  async clean(): Promise<void> {
    const { caches } = this.#world
    const former: string[] = []
    for (const name of await caches.keys()) {
      if (!name.startsWith(PREFIX) || name === this.#name) continue
      // `install` stores the page last, so a cache without it is of a failed installation.
      const isWhole = await caches.match(PAGE, { cacheName: name })
      if (isWhole) former.push(name)
      else await caches.delete(name)
    }
    await Promise.all(former.slice(0, -1).map((name) => caches.delete(name)))
  }

  /** The answer of the network, or the kept page when the network fails or is late, or the server fails. */
  async page(network: Promise<Response>): Promise<Response> {
    const answer = await Promise.race([network.catch(() => undefined), this.#world.wait(NETWORK_MS)])
    if (answer && answer.status < 500) return answer
    return (await this.#keptPage()) ?? network.catch(withoutServer)
  }

  /**
   * Stores the page again when the answer of a navigation differs from the kept one.
   *
   * @returns false when the server no longer has a worker, so that this one has to end.
   */
  async renew(network: Promise<Response>): Promise<boolean> {
    const answer = await network.catch(() => undefined)
    if (!answer?.ok || isSame(answer, await this.#keptPage())) return true
    if (await this.#keepPage()) return true
    // A page of another build. Its worker takes over, unless that build has no worker.
    const script = await this.#world.fetch(SCRIPT, { ...ANONYMOUS, method: 'HEAD', cache: 'no-store' })
    return script.status !== 404 && script.status !== 410
  }

  /** A kept file; without one, or when the cache does not answer, that of the network. */
  async file(request: Request, path: string): Promise<Response> {
    const kept = await Promise.race([this.#match(path), this.#world.wait(CACHE_MS)])
    return kept ?? this.#world.fetch(request)
  }

  /** Removes everything that workers of this product keep. */
  async remove(): Promise<void> {
    const { caches } = this.#world
    const names = await caches.keys()
    const ours = names.filter((name) => [PREFIX, COPIES, PUESTO].some((prefix) => name.startsWith(prefix)))
    await Promise.all(ours.map((name) => caches.delete(name)))
  }

  async #add(cache: Cache, path: string): Promise<void> {
    const { fetch } = this.#world
    const isHashed = path.startsWith('/assets/')
    const answer = await fetch(path, { ...ANONYMOUS, cache: isHashed ? 'default' : 'no-cache', priority: 'low' })
    // No file is HTML: a proxy answered with a page of its own, which would take the place of the file for good.
    const isPage = answer.headers.get('content-type')?.startsWith('text/html')
    if (!answer.ok || isPage) throw new Error(`${path} answered ${answer.status}${isPage ? ' with a page' : ''}.`)
    await cache.put(path, answer)
  }

  /** Keeps the page with its headers, which hold the policy for its scripts. False when this build lacks a file of it. */
  async #keepPage(): Promise<boolean> {
    const { caches, fetch } = this.#world
    const answer = await fetch(PAGE, { ...ANONYMOUS, cache: 'no-cache' })
    const html = await answer.clone().text()
    const named = html.match(NAMED) ?? []
    if (!answer.ok || named.length === 0 || !named.every((path) => this.#paths.has(path))) return false
    const cache = await caches.open(this.#name)
    await cache.put(PAGE, answer)
    return true
  }

  /** The kept page; `undefined` without one, or when the cache fails. */
  async #keptPage(): Promise<Response | undefined> {
    return this.#world.caches.match(PAGE, { cacheName: this.#name, ignoreVary: true }).catch(() => undefined)
  }

  async #match(path: string): Promise<Response | undefined> {
    const { caches } = this.#world
    const own = await caches.match(path, { cacheName: this.#name, ignoreVary: true }).catch(() => undefined)
    return own ?? caches.match(path, { ignoreVary: true }).catch(() => undefined)
  }
}

/** The page for a device that has neither a network nor a kept page. Without it the browser shows an error of its own. */
function withoutServer(): Response {
  const html = `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sin conexión</title>
<body style="font-family:system-ui,sans-serif;padding:2rem"><h1>Sin conexión</h1><p>El servidor no contestó y este dispositivo no tiene guardada la página. Lo que ya capturaste sigue guardado. Revisa tu conexión y vuelve a intentarlo.</p>
<button style="font:inherit;padding:.75rem 1.5rem" onclick="location.reload()">Reintentar</button>`
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** Whether two answers are the same page under the same policy. */
function isSame(answer: Response, kept: Response | undefined): boolean {
  return ['etag', POLICY].every((name) => kept && answer.headers.get(name) === kept.headers.get(name))
}
