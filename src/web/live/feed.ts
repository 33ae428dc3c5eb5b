import { encodeViews, MOST_VIEWS, STREAM_PATH, type Fin, type Frame, type Hola, type Snapshot } from '#contract/live.ts'
import type { ServerClock } from './clock.ts'
import type { ConnectionStatus } from './connection.ts'
import { OpenView, type AnyView } from './openView.ts'
import { askSnapshot, Refused, type Fetch } from './snapshot.ts'
import { Stream, type Source } from './stream.ts'

/** A view outlives its last reader by this, so that going from page to page costs nothing. */
const RELEASE_MS = 10_000
const HIDDEN_MS = 30_000
/** How long the pages of somebody who signs out take to leave the screen. */
const LEAVE_MS = 50
/** How long the question who is signed in may take before the views are asked for all the same. */
const SESION_MS = 1_000
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000
/** Gentle: a restart takes seconds, and the hall is watching. */
const GROWTH = 1.5

export interface FeedOptions {
  readonly clock: ServerClock
  readonly connection: ConnectionStatus
  readonly fetch: Fetch
  readonly openSource: (url: string) => Source
  readonly random: () => number
}

/**
 * The one stream of this tab. It carries every view that is open: a snapshot first, then what is newer than that
 * snapshot. Other views are another stream; a broken one is opened again from the revision it had reached.
 */
export class Feed {
  /** The server does not know us as who we were: somebody has to ask who we are now. */
  onSesion: () => void = () => {}
  readonly #options: FeedOptions
  readonly #views = new Map<string, OpenView>()
  readonly #waiting = new Set<() => void>()
  #epoch = ''
  #stream: Stream | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #hidden: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isPaused = false
  #isFetching = false
  /** Counts who looks: an answer that was asked for by the one before is nobody's. */
  #person = 0

  constructor(options: FeedOptions) {
    this.#options = options
  }

  /** Reads a view from now on; the answer stops it. */
  open(key: string, view: AnyView, notify: () => void): () => void {
    const open = this.#views.get(key) ?? new OpenView(key, view)
    this.#views.set(key, open)
    clearTimeout(open.release)
    open.readers.add(notify)
    // A page opens several views in one go: they make one stream.
    this.#wait(0)
    return () => {
      open.readers.delete(notify)
      if (open.readers.size > 0) return
      open.release = setTimeout(() => this.#release(open), RELEASE_MS)
      // Those that were left last stand last.
      this.#views.delete(key)
      this.#views.set(key, open)
    }
  }

  /** The document of a view; the same object until it changes, `undefined` until the first came. */
  peek(key: string): unknown {
    return this.#views.get(key)?.document()
  }

  /** Resolves when what is shown is at least as new as a revision, or after `patience` ms. */
  reached(revision: number, patience: number): Promise<void> {
    if (this.#revision() >= revision) return Promise.resolve()
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(check)
        resolve()
      }
      const check = (): void => (this.#revision() >= revision ? done() : undefined)
      const timer = setTimeout(done, patience)
      this.#waiting.add(check)
    })
  }

  /** Somebody else looks now: what was for the one before is forgotten, and everything asked for again. */
  changePerson(): void {
    this.#person += 1
    this.#isFetching = false
    this.#closeStream()
    for (const open of this.#views.values()) if (open.audience !== 'todos') open.forget()
    // The pages of the one before are about to leave: what only they read is not asked for again.
    this.#wait(LEAVE_MS)
  }

  /** Tries now, whatever the waiting was for. */
  retry(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    void this.#sync()
  }

  /** The page went out of sight. A phone would kill the stream silently; after a while we end it ourselves. */
  hide(): void {
    this.#hidden ??= setTimeout(() => {
      this.#isPaused = true
      this.#closeStream()
      this.#options.connection.calm()
    }, HIDDEN_MS)
  }

  /** The page is seen again, or the network is back. */
  wake(): void {
    clearTimeout(this.#hidden)
    this.#hidden = undefined
    this.#isPaused = false
    if (this.#stream?.isSilent) this.#closeStream()
    if (!this.#stream) this.retry()
  }

  /** The network is gone, says the browser: an open stream would not tell for a long time. */
  disconnect(): void {
    this.#closeStream()
    this.#failed()
  }

  #release(open: OpenView): void {
    this.#views.delete(open.key)
    if (this.#stream) this.#wait(0)
  }

  /** Who goes through many pages quickly leaves more views behind than may be asked for at once: the oldest go. */
  #makeRoom(): void {
    for (const open of this.#views.values()) {
      if (this.#views.size <= MOST_VIEWS) return
      if (open.readers.size > 0) continue
      clearTimeout(open.release)
      this.#views.delete(open.key)
    }
  }

  async #sync(): Promise<void> {
    if (this.#isPaused || this.#isFetching || this.#retry) return
    this.#drop((open) => open.isForgotten)
    this.#makeRoom()
    const views = [...this.#views.values()]
    const missing = views.filter(({ at }) => at?.epoch !== this.#epoch || this.#failures > 1)
    if (!this.#stream) this.#options.connection.doubt()
    if (missing.length > 0) {
      const person = this.#person
      this.#isFetching = true
      const went = await this.#fetchSnapshot(missing.map(({ key }) => key))
      if (person !== this.#person) return
      this.#isFetching = false
      if (!went) return
      // Meanwhile others may have been opened, or the epoch may have changed under those we had.
      const again = [...this.#views.values()].some(({ at }) => at?.epoch !== this.#epoch)
      if (again) return this.#sync()
    }
    this.#openStream()
  }

  async #fetchSnapshot(keys: readonly string[]): Promise<boolean> {
    const person = this.#person
    try {
      const { snapshot, ahora, age } = await askSnapshot(this.#options.fetch, keys)
      if (person !== this.#person) return false
      this.#options.clock.hear(ahora, age)
      this.#take(snapshot)
      return true
    } catch (error) {
      if (person !== this.#person) return false
      // No network, a restart, or a refusal: the person sees it in the frame, and we come back by ourselves.
      if (error instanceof Refused) this.#refused()
      this.#failed()
      return false
    }
  }

  #take({ epoch, revision, views }: Snapshot): void {
    this.#epoch = epoch
    this.#options.connection.hear(this.#options.clock.now())
    for (const [key, parts] of Object.entries(views)) {
      const open = this.#views.get(key)
      // A frame may have overtaken it.
      if (!open || (open.at?.epoch === epoch && open.at.revision > revision)) continue
      open.at = { epoch, revision }
      open.apply({ reset: true, parts })
      open.notify()
    }
    this.#tellWaiting()
  }

  #openStream(): void {
    const keys = encodeViews([...this.#views.keys()].toSorted())
    if (keys === '') return this.#closeStream()
    if (this.#stream?.keys === keys) return
    this.#closeStream()
    const { clock, connection, openSource } = this.#options
    connection.doubt()
    const since = `${this.#epoch}.${this.#revision()}`
    const source = openSource(`${STREAM_PATH}?views=${keys}&since=${encodeURIComponent(since)}`)
    const hear = (ahora?: number): void => {
      if (ahora !== undefined) clock.hear(ahora)
      connection.hear(clock.now())
    }
    this.#stream = new Stream(source, keys, {
      hola: (hola) => {
        hear(hola.ahora)
        this.#greet(hola)
        connection.live()
      },
      frame: (frame) => {
        hear()
        this.#applyFrame(frame)
      },
      latido: ({ ahora }) => {
        hear(ahora)
        // It has lived for a while: only now is the trouble before it over.
        this.#failures = 0
      },
      fin: (fin) => this.#ended(fin),
      lost: () => {
        this.#stream = undefined
        this.#failed()
      },
    })
  }

  /** Another epoch is other data: the frame that follows replaces everything. */
  #greet({ epoch, revision }: Hola): void {
    if (epoch === this.#epoch) return
    this.#epoch = epoch
    for (const open of this.#views.values()) open.at = { epoch, revision }
  }

  #applyFrame({ revision, views }: Frame): void {
    for (const open of this.#views.values()) {
      if (!open.at) continue
      open.at = { epoch: this.#epoch, revision: Math.max(revision, open.at.revision) }
      const frame = views[open.key]
      if (!frame) continue
      open.apply(frame)
      open.notify()
    }
    this.#tellWaiting()
  }

  #ended({ motivo, espera }: Fin): void {
    this.#stream = undefined
    this.#options.connection.doubt()
    if (motivo !== 'sesion') return this.#wait(espera)
    // Who we are now decides what may be asked for: the answer comes before the next stream.
    this.#wait(Math.max(espera, SESION_MS))
    this.onSesion()
  }

  /** The views that nobody reads any more may be the ones that are refused. */
  #refused(): void {
    this.#drop(() => true)
    this.onSesion()
  }

  /** Nobody reads it: some of it may go. */
  #drop(which: (open: OpenView) => boolean): void {
    for (const open of this.#views.values()) if (open.readers.size === 0 && which(open)) this.#views.delete(open.key)
  }

  #failed(): void {
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * GROWTH ** this.#failures)
    this.#failures += 1
    this.#options.connection.doubt()
    this.#wait(longest / 2 + (this.#options.random() * longest) / 2)
  }

  #wait(ms: number): void {
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.retry(), ms)
  }

  #closeStream(): void {
    this.#stream?.close()
    this.#stream = undefined
  }

  /** The oldest of what is shown: the stream brings whatever is newer than that. */
  #revision(): number {
    return Math.min(...[...this.#views.values()].map(({ at }) => at?.revision ?? 0))
  }

  #tellWaiting(): void {
    for (const check of this.#waiting) check()
  }
}
