import type { Portada } from '#contract/views/portada.ts'
import type { OpenView } from '../live/openView.ts'
import { readBody, type Copy } from './copies.ts'
import type { KeptOptions } from './options.ts'
import { ALWAYS, isDetalle, isPublicKey, isPublished, isTakenBack, PORTADA, dropOldDetalles } from './publico.ts'
import { requestCopy } from './request.ts'

/** The shortest interval between two writes of live states. */
const SAVE_MS = 10_000
/**
 * The shortest wait between a change and the request for its copy, and its random part: the devices of a whole audience see
 * the change at once.
 */
const AFTER_CHANGE_MS = 5_000
const SPREAD_MS = 20_000
/** The shortest interval between two runs, and the one after a run that failed. */
const EVERY_MS = 10_000
const AFTER_FAILURE_MS = 60_000
/** After a change the views that no page of this tab shows are requested too, when their copies are older than this. */
const OLD_MS = 300_000

interface Seen extends Pick<Copy, 'ahora' | 'device'> {
  readonly document: unknown
}

/**
 * Copies of the public views on this device. A view that has no state and gets no answer shows its copy.
 *
 * A copy holds a view as a visitor sees it. While nobody is signed in, the views that are the same for everyone (`todos`)
 * are copied from the live state. Every other copy is requested without credentials: another tab may have signed in, which
 * this tab does not know.
 *
 * A copy never replaces a state of the server; a state replaces a copy as a whole. When the home page or the results say that
 * results are unpublished, their copies are deleted and leave the screen at once. No copy stays on the screen once the stream
 * is open.
 */
export class Kept {
  readonly #options: KeptOptions
  /** The views whose copies are not known to be current. They are saved, or requested at the next run. */
  readonly #due = new Set(ALWAYS.keys())
  /** The documents of the live views as last seen, and when they came. */
  readonly #seen = new Map<string, Seen>()
  /** The live states as last saved, as JSON. */
  readonly #saved = new Map<string, string>()
  /** When the copy of a view was last requested or saved, in ms since 1970. */
  readonly #asked = new Map<string, number>()
  /** The epoch and the published days at the last `#prune`, as JSON. */
  #pruned = ''
  /** When the last run began, in ms since 1970; 0 before the first. */
  #ran = 0
  #every = EVERY_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  #isRunning = false
  /** The view whose copy is being requested. */
  #asking: string | undefined
  /** When live states were last saved, in ms since 1970. */
  #savedAt = 0
  #isSaving = false
  #saveTimer: ReturnType<typeof setTimeout> | undefined
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
      const { estado, desde } = connection.read()
      if (estado === 'sin conexión') {
        void this.showCopies()
        if (desde !== null) this.#leave(desde)
      }
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

  /** Call it when the page is hidden. Saves and requests the changed views at once, since the page may not come back. */
  hide(): void {
    if (this.#isLive()) this.#leave(this.#options.clock.now())
    else void this.#save()
    if (this.#ran > 0 && this.#requestable().length > 0) void this.#run()
  }

  /** Saves the live states. `ahora`: when the server last confirmed them, by its clock, ms since 1970. */
  #leave(ahora: number): void {
    void this.#save()
    void this.#confirm(ahora)
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

  /**
   * Whether a copy has the epoch of the live home page and its results are published. True while the home page is not known.
   */
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
    let hasChanged = false
    for (const open of this.#options.feed.views.values()) {
      if (!open.at || !isPublicKey(open.key)) continue
      const document = open.document()
      if (this.#seen.get(open.key)?.document === document) continue
      this.#seen.set(open.key, { document, ahora: this.#options.clock.now(), device: Date.now() })
      this.#due.add(open.key)
      hasChanged = true
      if (isTakenBack(open.key, document)) void this.#store(() => this.#options.copies.delete(open.key))
    }
    const isOld = (key: string): boolean => Date.now() - (this.#asked.get(key) ?? 0) > OLD_MS
    if (hasChanged) for (const key of ALWAYS.keys()) if (isOld(key)) this.#due.add(key)
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
    // Shows the copies again that are still public.
    void this.showCopies()
  }

  /** The live state of the home page, which every screen has open. */
  #home(): { readonly epoch: string; readonly portada: Portada } | undefined {
    const open = this.#options.feed.views.get(PORTADA)
    const document = open?.at && (open.document() as Portada | undefined)
    return open?.at && document ? { epoch: open.at.epoch, portada: document } : undefined
  }

  /** Plans the next save, and the next run when there is something to request and a connection. */
  #wake(): void {
    const requestable = this.#requestable()
    if (this.#saveTimer === undefined && requestable.length < this.#due.size)
      this.#saveTimer = setTimeout(() => void this.#save(), Math.max(0, this.#savedAt + SAVE_MS - Date.now()))
    if (this.#timer !== undefined || requestable.length === 0 || !this.#isLive()) return
    const { random } = this.#options
    const since = Date.now() - this.#ran
    const wait = this.#ran === 0 ? 0 : Math.max(AFTER_CHANGE_MS, this.#every - since) + random() * SPREAD_MS
    this.#timer = setTimeout(() => void this.#run(), wait)
  }

  /** The view with this key, when its live state is what a visitor sees. */
  #publicState(key: string): OpenView | undefined {
    const open = this.#options.feed.views.get(key)
    const isPublic = open?.at && open.audience === 'todos' && ALWAYS.has(key) && this.#options.isVisitor()
    return isPublic && this.#home() ? open : undefined
  }

  #requestable(): string[] {
    return [...this.#due].filter((key) => !this.#publicState(key))
  }

  /** Writes the public live states that changed. */
  async #save(): Promise<void> {
    clearTimeout(this.#saveTimer)
    this.#saveTimer = undefined
    if (this.#isSaving) return
    this.#isSaving = true
    const isUseful = await this.#options.isUseful().catch(() => false)
    this.#isSaving = false
    this.#savedAt = Date.now()
    if (!isUseful) return
    let hasSaved = false
    for (const key of this.#due) {
      const open = this.#publicState(key)
      const seen = this.#seen.get(key)
      if (!open?.at || !seen) continue
      this.#due.delete(key)
      this.#asked.set(key, this.#savedAt)
      const { epoch, revision } = open.at
      const parts = open.parts()
      const state = JSON.stringify([epoch, parts])
      if (this.#saved.get(key) === state) continue
      this.#saved.set(key, state)
      hasSaved = true
      const body = JSON.stringify({ epoch, revision, views: { [key]: parts } })
      const { ahora, device } = seen
      void this.#store(() => this.#write({ key, etag: '', epoch, hasResults: false, ahora, device, body }))
    }
    // The header shows the time of the oldest copy.
    if (hasSaved && this.#isLive()) await this.#confirm(this.#options.clock.now())
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
      this.#every = AFTER_FAILURE_MS
      for (const key of this.#requestable()) {
        this.#due.delete(key)
        if (!this.#isForThisBrowser(ALWAYS.get(key)?.audience ?? 'rolOJuez')) continue
        this.#asking = key
        await this.#keep(key).catch((error: unknown) => {
          this.#due.add(key)
          throw error
        })
      }
      this.#every = EVERY_MS
      if (this.#isLive()) await this.#confirm(this.#options.clock.now())
    } catch {
      // No network, no room on the device, or storage that the browser refuses. A later run retries.
    } finally {
      this.#asking = undefined
      this.#isRunning = false
      this.#wake()
    }
  }

  async #keep(key: string): Promise<void> {
    const { copies, fetch } = this.#options
    this.#asked.set(key, Date.now())
    const before = await this.#store(() => copies.read(key))
    const copy = await requestCopy(fetch, key, before)
    if (copy) await this.#store(() => this.#write(copy))
  }

  /** Writes a copy, unless its view was unpublished or deleted since the request, or another tab has written a newer one. */
  async #write(copy: Copy): Promise<void> {
    const { copies } = this.#options
    const { key, hasResults, ahora, device } = copy
    // The entry is gone, or its day is not published.
    if (isDetalle(key) && !hasResults) return copies.delete(key)
    if (!this.#home() || !this.#isCurrent(copy)) return
    const before = await copies.read(key)
    // By both clocks: one of them may have been wrong when that copy was written.
    if (before && before.ahora > ahora && before.device > device) return
    await copies.write(copy)
    if (isDetalle(key)) await dropOldDetalles(copies)
  }

  /** Advances the time of the copies that the live views showed to be current at this time of the server. */
  async #confirm(ahora: number): Promise<void> {
    const { feed, copies, clock } = this.#options
    if (!this.#home()) return
    const device = Date.now() - (clock.now() - ahora)
    const current = [...feed.views.values()].filter(({ key, at, audience }) => {
      const isStale = this.#asking === key || this.#due.has(key)
      return at && audience === 'todos' && ALWAYS.has(key) && !isStale
    })
    for (const { key, at } of current) {
      await this.#store(async () => {
        const copy = await copies.read(key)
        const isOlder = copy && copy.ahora <= ahora - SAVE_MS
        if (isOlder && copy.epoch === at?.epoch) await copies.write({ ...copy, ahora, device })
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
