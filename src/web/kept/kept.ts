import { SERVER_TIME_HEADER, snapshotUrl } from '#contract/live.ts'
import type { Portada } from '#contract/views/portada.ts'
import type { ServerClock } from '../live/clock.ts'
import type { ConnectionStatus } from '../live/connection.ts'
import type { Feed } from '../live/feed.ts'
import type { OpenView } from '../live/openView.ts'
import { readBody, type Copies, type Copy } from './copies.ts'
import { ALWAYS, isDetalle, isPublicKey, isPublished, isTakenBack, PORTADA, showsResults } from './publico.ts'

/** The shortest wait between a change and the request for its copy, and its random part: a whole audience sees the change. */
const AFTER_CHANGE_MS = 15_000
const SPREAD_MS = 30_000
/** The shortest interval between two runs. */
const EVERY_MS = 60_000
/** A run also requests the views that no page of this tab shows, when their copies are older than this. */
const OLD_MS = 300_000
const REQUEST_MS = 30_000
const MOST_DETALLES = 20

export interface KeptOptions {
  readonly feed: Feed
  readonly clock: ServerClock
  readonly connection: ConnectionStatus
  readonly copies: Pick<Copies, 'read' | 'write' | 'delete' | 'list'>
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly random: () => number
  /** Whether the page opens without a network, so that copies have a use. */
  readonly isUseful: () => Promise<boolean>
  /** Whether a judge uses this browser. A judge sees less of the results than the public, so they are neither kept nor shown. */
  readonly isJudge: () => boolean
}

/**
 * Copies of the public views on this device. Each is requested without credentials, so it holds what a visitor sees,
 * whoever is signed in. A view that has no state and gets no answer shows its copy.
 *
 * What the server says always wins: a copy never replaces a state, a state replaces a copy as a whole, and results that
 * are no longer published are deleted, and leave the screen, as soon as the home page or the results say so. No copy stays on
 * the screen once the stream is open.
 */
export class Kept {
  readonly #options: KeptOptions
  /** The views to request at the next run. */
  readonly #due = new Set(ALWAYS.keys())
  /** The documents of the live views as last seen. */
  readonly #seen = new Map<string, unknown>()
  /** When the copy of a view was last requested, in ms since 1970. */
  readonly #asked = new Map<string, number>()
  /** The epoch and the published days at the last `#prune`, as JSON. */
  #pruned = ''
  /** When the last run began, in ms since 1970; 0 before the first. */
  #ran = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isRunning = false
  /** The last use of the storage. Uses run one after the other, in the order in which the server's messages arrived. */
  #storing: Promise<unknown> = Promise.resolve()

  constructor(options: KeptOptions) {
    this.#options = options
  }

  /** Follows the live views, and requests the first copies once they are live. Resolves when the copies are shown. */
  async start(): Promise<void> {
    const { feed, connection } = this.#options
    feed.progress.subscribe(() => this.#look())
    feed.onUnanswered = () => {
      connection.late()
      void this.showCopies()
    }
    connection.subscribe(() => {
      const { estado } = connection.read()
      if (estado === 'sin conexión') void this.showCopies()
      // The answer for a view may be late while the others are live.
      if (estado === 'en vivo') this.#dropShown()
      this.#wake()
    })
    const shown = this.showCopies()
    void this.#store(async () => {
      // Details that were opened before: some may be gone.
      for (const { key } of await this.#options.copies.list()) if (isDetalle(key)) this.#due.add(key)
    }).then(() => this.#look())
    await shown
  }

  /** Call it when the page is hidden. Requests the changed views at once, since the page may not come back. */
  hide(): void {
    if (this.#due.size > 0 && this.#ran > 0) void this.#run()
    void this.#confirm()
  }

  /** Shows the copies of the open views that have no state. */
  async showCopies(): Promise<void> {
    const { feed, connection, copies } = this.#options
    if (connection.read().estado === 'en vivo') return
    const wanted = [...feed.views.values()].filter((open) => this.#isWanted(open))
    const found = await this.#store(() => Promise.all(wanted.map(({ key }) => copies.read(key))))
    for (const [index, open] of wanted.entries()) {
      const copy = found?.[index]
      if (copy) this.#show(open, copy)
    }
  }

  #show(open: OpenView, copy: Copy): void {
    const { connection, clock } = this.#options
    const found = readBody(copy.body, copy.key)
    // Checked again: the server may have answered, or another person may have signed in, while the copy was read.
    if (!found || !this.#isWanted(open) || !this.#isCurrent(copy)) return
    clock.guess(copy.ahora, Math.max(0, Date.now() - copy.device))
    if (!open.isKept) open.showKept(found.parts)
    connection.keep(copy.ahora)
    if (connection.read().estado === 'conectando') connection.set({ ...connection.read(), isKept: true })
  }

  #isWanted(open: OpenView): boolean {
    return !open.at && open.retryAt === undefined && isPublicKey(open.key) && this.#isForThisBrowser(open.audience)
  }

  /** Whether the home page, as far as it is known, says nothing against a copy. */
  #isCurrent({ key, epoch, hasResults }: Pick<Copy, 'key' | 'epoch' | 'hasResults'>): boolean {
    const home = this.#home()
    return !home || (home.epoch === epoch && (!hasResults || isPublished(key, home.portada)))
  }

  #dropShown(): void {
    for (const open of this.#options.feed.views.values()) open.dropKept()
  }

  #isForThisBrowser(audience: OpenView['audience']): boolean {
    return audience === 'todos' || !this.#options.isJudge()
  }

  /** Adds the live views that changed to the next run, and deletes the copies of what is not public any more. */
  #look(): void {
    for (const open of this.#options.feed.views.values()) {
      if (!open.at || !isPublicKey(open.key)) continue
      const document = open.document()
      if (this.#seen.get(open.key) === document) continue
      this.#seen.set(open.key, document)
      this.#due.add(open.key)
      if (isTakenBack(open.key, document)) void this.#store(() => this.#options.copies.delete(open.key))
    }
    this.#prune()
    this.#wake()
  }

  /** Deletes the copies of unpublished results and of another epoch. Sends no request: the live home page says both. */
  #prune(): void {
    const home = this.#home()
    if (!home) return
    const state = JSON.stringify([home.epoch, home.portada.publicado])
    if (state === this.#pruned) return
    this.#pruned = state
    this.#dropShown()
    void this.#store(async () => {
      const { copies } = this.#options
      for (const copy of await copies.list()) {
        if (this.#isCurrent(copy)) continue
        await copies.delete(copy.key)
        if (ALWAYS.has(copy.key)) this.#due.add(copy.key)
      }
    }).then(() => this.#wake())
    // What is still public is shown again.
    void this.showCopies()
  }

  /** The live state of the home page, which every screen has open. */
  #home(): { readonly epoch: string; readonly portada: Portada } | undefined {
    const open = this.#options.feed.views.get(PORTADA)
    const document = open?.at && (open.document() as Portada | undefined)
    return open?.at && document ? { epoch: open.at.epoch, portada: document } : undefined
  }

  /** Plans the next run, when there is something to request and a connection. */
  #wake(): void {
    if (this.#timer !== undefined || this.#due.size === 0 || !this.#isLive()) return
    const { random } = this.#options
    const since = Date.now() - this.#ran
    const wait = this.#ran === 0 ? 0 : Math.max(AFTER_CHANGE_MS, EVERY_MS - since) + random() * SPREAD_MS
    this.#timer = setTimeout(() => void this.#run(), wait)
  }

  #isLive(): boolean {
    return this.#options.connection.read().estado === 'en vivo' && this.#home() !== undefined
  }

  /** Requests the copies that are due, one after the other. The first that fails ends the run; the rest stays due. */
  async #run(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isRunning || !this.#isLive()) return
    this.#isRunning = true
    this.#ran = Date.now()
    try {
      if (!(await this.#options.isUseful())) return
      for (const key of ALWAYS.keys()) if (this.#ran - (this.#asked.get(key) ?? 0) > OLD_MS) this.#due.add(key)
      const due = [...this.#due]
      for (const key of due) {
        this.#due.delete(key)
        if (!this.#isForThisBrowser(ALWAYS.get(key)?.audience ?? 'rolOJuez')) continue
        await this.#keep(key).catch((error: unknown) => {
          this.#due.add(key)
          throw error
        })
      }
      await this.#confirm()
    } catch {
      // No network, no room on the device, or storage that the browser refuses. The next change retries.
    } finally {
      this.#isRunning = false
      this.#wake()
    }
  }

  async #keep(key: string): Promise<void> {
    const { copies, fetch } = this.#options
    this.#asked.set(key, Date.now())
    const before = await this.#store(() => copies.read(key))
    const answer = await fetch(snapshotUrl([key]), {
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      priority: 'low',
      signal: AbortSignal.timeout(REQUEST_MS),
      ...(before && { headers: { 'if-none-match': before.etag } }),
    })
    const body = answer.status === 304 ? before?.body : await answer.text()
    const ahora = Number(answer.headers.get(SERVER_TIME_HEADER))
    const found = body === undefined ? undefined : readBody(body, key)
    // Not an answer of the server, or one without this view: the copy of before stays.
    if (body === undefined || !found || !ahora || !(answer.ok || answer.status === 304)) return
    const etag = answer.headers.get('etag') ?? ''
    const hasResults = showsResults(key, found.parts)
    const copy = { key, etag, epoch: found.epoch, hasResults, ahora, device: Date.now(), body }
    await this.#store(() => this.#write(copy))
  }

  /** Writes a copy, unless what it shows was unpublished or deleted after the request. */
  async #write(copy: Copy): Promise<void> {
    const { copies } = this.#options
    const { key, hasResults } = copy
    // The entry is gone, or its day is not published.
    if (isDetalle(key) && !hasResults) return copies.delete(key)
    if (!this.#home() || !this.#isCurrent(copy)) return
    await copies.write(copy)
    if (!isDetalle(key)) return
    const detalles = (await copies.list()).filter((one) => isDetalle(one.key))
    for (const one of detalles.slice(0, -MOST_DETALLES)) await copies.delete(one.key)
  }

  /** Advances the time of the copies that the live views show to be current, without a request. */
  async #confirm(): Promise<void> {
    const { feed, copies, clock } = this.#options
    if (!this.#isLive()) return
    const now = { ahora: clock.now(), device: Date.now() }
    for (const { key, at, audience } of feed.views.values()) {
      if (!at || audience !== 'todos' || !ALWAYS.has(key) || this.#due.has(key)) continue
      await this.#store(async () => {
        const copy = await copies.read(key)
        if (copy?.epoch === at.epoch) await copies.write({ ...copy, ...now })
      })
    }
  }

  /** Runs a use of the storage after the earlier ones. Resolves to `undefined` when the browser refuses it. */
  #store<T>(use: () => Promise<T>): Promise<T | undefined> {
    const result = this.#storing.then(use).catch(() => undefined)
    this.#storing = result
    return result
  }
}
