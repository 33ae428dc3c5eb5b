import { publicUrl } from '#contract/publico.ts'
import { epochOf, type Snapshot } from '#contract/live.ts'
import type { Portada } from '#contract/views/portada.ts'
import type { ServerClock, ConnectionStatus } from '../live/connection.ts'
import type { Feed } from '../live/feed.ts'
import type { OpenView } from '../live/openView.ts'
import type { Copy, cache } from './cache.ts'
import { ALWAYS, isDetalle, isForAll, isPublic, isTakenBack, PORTADA } from './rule.ts'

/**
 * The wait between a change and its copy, and the random part of a wait for a request: the devices of a whole audience see
 * the change at once.
 */
const AFTER_CHANGE_MS = 5_000
const SPREAD_MS = 20_000
const AFTER_FAILURE_MS = 60_000
const REQUEST_MS = 30_000
/** After a change the views that no page of this tab shows are requested too, when their copies are older than this. */
const OLD_MS = 300_000
const MOST_DETALLES = 20

export interface CopiesOptions {
  readonly feed: Feed
  readonly clock: ServerClock
  readonly connection: ConnectionStatus
  readonly cache: typeof cache
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Whether the page opens without a network, so that copies have a use. */
  readonly isUseful: () => Promise<boolean>
  /** Whether a judge uses this browser. A judge sees less of the results than the public, so they are neither kept nor shown. */
  readonly isJudge: () => boolean
}

/**
 * Copies of the public views on this device. A view that has no state and gets no answer shows its copy; a state of the
 * server replaces it as a whole.
 *
 * A view that is the same for everyone is copied from its live state. Results are requested at their public address, because
 * the live state is that of the signed-in person, also when the sign-in was in another tab.
 *
 * When the home page or the results say that results are unpublished, their copies are deleted and leave the screen at once.
 * No copy stays on the screen once the stream is open.
 */
export class Copies {
  readonly #options: CopiesOptions
  /** The views with copies that may be outdated. */
  readonly #due = new Set(ALWAYS)
  /** The documents of the live views as last seen. */
  readonly #seen = new Map<string, unknown>()
  /** The epoch and the published days at the last `#prune`, as JSON. */
  #pruned = ''
  /** When all views were last due, in ms since 1970; 0 before the first run. */
  #allAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The last use of the storage. Uses run one after the other, in the order in which the server's messages arrived. */
  #storing: Promise<unknown> = Promise.resolve()

  constructor(options: CopiesOptions) {
    this.#options = options
  }

  /** Follows the live views. Call it once. */
  start(): void {
    const { feed, connection } = this.#options
    feed.progress.subscribe(() => this.#look())
    connection.subscribe(() => {
      const { estado } = connection.read()
      // The answer for a view may be late while the others are live.
      if (estado === 'en vivo') this.#dropShown()
      if (estado === 'sin conexión') {
        void this.show()
        void this.#save()
      }
      this.#plan()
    })
    this.#look()
  }

  /** Call it when the page is hidden. It may not come back: copies at once what is due. */
  hide(): void {
    void this.#save()
    if (this.#allAt > 0 && this.#due.size > 0 && this.#isLive()) void this.#run()
  }

  /** Shows the copies of the open views that have no state. */
  async show(): Promise<void> {
    const { feed, connection, clock } = this.#options
    if (connection.read().estado === 'en vivo') return
    const wanted = [...feed.views.values()].filter((open) => this.#isWanted(open))
    const copies = await this.#store((kept) => Promise.all(wanted.map(({ key }) => kept.read(key))))
    for (const [index, open] of wanted.entries()) {
      const copy = copies?.[index]
      // Checked again: the server may have answered, or another person may have signed in, while the copy was read.
      if (!copy || !this.#isWanted(open) || !this.#isCurrent(copy)) continue
      clock.guess(copy.ahora, Math.max(0, Date.now() - copy.device))
      if (open.origin !== 'copy') open.showKept(copy.parts)
      connection.keep(copy.ahora)
      if (connection.read().estado === 'conectando') connection.set({ ...connection.read(), isKept: true })
    }
  }

  #isWanted({ key, view, at, failing }: OpenView): boolean {
    return !at && !failing && view.keeps === 'public' && this.#isForThisBrowser(key)
  }

  #isForThisBrowser(key: string): boolean {
    return isForAll(key) || !this.#options.isJudge()
  }

  /** Whether a copy has the epoch of the live home page and is public. True while the home page is not known. */
  #isCurrent({ key, epoch, parts }: Copy): boolean {
    const home = this.#home()
    return !home || (home.epoch === epoch && isPublic(key, parts, home.portada))
  }

  #dropShown(): void {
    for (const open of this.#options.feed.views.values()) if (open.view.keeps === 'public') open.dropKept()
  }

  /** Notes the live views that changed, and deletes the copies of what is not public any more. */
  #look(): void {
    let hasChanged = false
    for (const open of this.#options.feed.views.values()) {
      if (!open.at || open.view.keeps !== 'public') continue
      const document = open.document()
      if (this.#seen.get(open.key) === document) continue
      this.#seen.set(open.key, document)
      this.#due.add(open.key)
      hasChanged = true
      if (isTakenBack(open.key, document)) void this.#store((kept) => kept.delete(open.key))
    }
    if (hasChanged && Date.now() - this.#allAt > OLD_MS) this.#dueAll()
    this.#prune()
    this.#plan()
  }

  #dueAll(): void {
    for (const key of ALWAYS) this.#due.add(key)
  }

  /** Deletes the copies of unpublished results and of another epoch. Sends no request: the live home page says both. */
  #prune(): void {
    const home = this.#home()
    if (!home) return
    const { publicado, anunciadas } = home.portada
    const state = JSON.stringify([home.epoch, publicado, anunciadas])
    if (state === this.#pruned) return
    this.#pruned = state
    this.#dropShown()
    this.#dueAll()
    void this.#store(async (kept) => {
      for (const key of await kept.keys()) {
        const copy = await kept.read(key)
        if (!copy || !this.#isCurrent(copy)) await kept.delete(key)
      }
    })
    // Shows the copies again that are still public.
    void this.show()
  }

  /** The live state of the home page, which every screen has open. */
  #home(): { readonly epoch: string; readonly portada: Portada } | undefined {
    const open = this.#options.feed.views.get(PORTADA)
    const portada = open?.at && (open.document() as Portada | undefined)
    return open?.at && portada ? { epoch: epochOf(open.at.epoch), portada } : undefined
  }

  #isLive(): boolean {
    return this.#options.connection.read().estado === 'en vivo' && this.#home() !== undefined
  }

  /** The copy of a view that is the same for everyone, from its live state. */
  #copyOf(key: string, ahora: number): Copy | undefined {
    const open = this.#options.feed.views.get(key)
    if (!open?.at || !isForAll(key)) return undefined
    const { epoch, revision } = open.at
    return {
      key,
      epoch: epochOf(epoch),
      revision,
      ahora,
      device: Date.now() - (this.#options.clock.now() - ahora),
      parts: open.parts(),
    }
  }

  /** Plans the next run when something is due and the views are live. */
  #plan(least = AFTER_CHANGE_MS): void {
    if (this.#timer !== undefined || this.#due.size === 0 || !this.#isLive()) return
    const isAsked = [...this.#due].some((key) => !this.#copyOf(key, 0))
    const wait = this.#allAt === 0 ? 0 : least + (isAsked ? Math.random() * SPREAD_MS : 0)
    this.#timer = setTimeout(() => void this.#run(), wait)
  }

  /** Copies what is due, one view after the other. The first request that fails ends the run; the rest stays due. */
  async #run(): Promise<void> {
    clearTimeout(this.#timer)
    let least = AFTER_CHANGE_MS
    try {
      if (!(await this.#options.isUseful())) return
      if (this.#allAt === 0 || ALWAYS.every((key) => this.#due.has(key))) this.#allAt = Date.now()
      const due = [...this.#due]
      for (const key of due) {
        this.#due.delete(key)
        const copy = this.#copyOf(key, this.#options.clock.now())
        if (copy) void this.#write(copy)
        else if (this.#isForThisBrowser(key))
          await this.#request(key).catch((error: unknown) => {
            this.#due.add(key)
            throw error
          })
      }
    } catch {
      // No network, or an answer that is not one of the server. A later run retries.
      least = AFTER_FAILURE_MS
    } finally {
      this.#timer = undefined
    }
    this.#plan(least)
  }

  /** Copies the live views that are the same for everyone, with the time at which the server last confirmed them. */
  async #save(): Promise<void> {
    const { clock, connection, isUseful } = this.#options
    const ahora = this.#isLive() ? clock.now() : connection.read().desde
    if (ahora === null) return
    const copies = ALWAYS.flatMap((key) => this.#copyOf(key, ahora) ?? [])
    if (await isUseful().catch(() => false)) for (const copy of copies) void this.#write(copy)
  }

  async #request(key: string): Promise<void> {
    const { fetch, clock } = this.#options
    // The browser sends the tag of the answer that it has: an unchanged view costs a 304.
    const answer = await fetch(publicUrl(key), {
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-cache',
      priority: 'low',
      signal: AbortSignal.timeout(REQUEST_MS),
    })
    if (answer.status === 404) return void this.#store((kept) => kept.delete(key))
    if (!answer.ok) throw new Error(`No public view: ${answer.status}.`)
    // A network may answer with a page of its own.
    const { epoch, revision, views } = (await answer.json()) as Partial<Snapshot>
    const parts = views?.[key]
    if (typeof epoch !== 'string' || typeof revision !== 'number' || !parts) throw new Error('No public view.')
    await this.#write({ key, epoch, revision, ahora: clock.now(), device: Date.now(), parts })
  }

  /** Writes a copy, unless its view was unpublished or deleted meanwhile, or another tab has written a newer one. */
  async #write(copy: Copy): Promise<void> {
    await this.#store(async (kept) => {
      if (isDetalle(copy.key) && isTakenBack(copy.key, copy.parts['detalle'])) return kept.delete(copy.key)
      if (!this.#home() || !this.#isCurrent(copy)) return
      const before = await kept.read(copy.key)
      if (before?.epoch === copy.epoch && before.revision > copy.revision) return
      await kept.write(copy)
      if (!isDetalle(copy.key)) return
      const detalles = (await kept.keys()).filter(isDetalle)
      for (const key of detalles.slice(0, -MOST_DETALLES)) await kept.delete(key)
    })
  }

  /** Runs a use of the storage after the earlier ones. Resolves to `undefined` when the browser refuses it. */
  #store<T>(use: (kept: typeof cache) => Promise<T>): Promise<T | undefined> {
    const result = this.#storing.then(() => use(this.#options.cache)).catch(() => undefined)
    this.#storing = result
    return result
  }
}
