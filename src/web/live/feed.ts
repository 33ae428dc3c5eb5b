import {
  encodeViews,
  MOST_VIEWS,
  SPREAD_MS,
  STREAM_PATH,
  type Fin,
  type Frame,
  type Snapshot,
  SILENCE_MS,
  stateOf,
  type Hola,
  type Latido,
} from '#contract/live.ts'
import { isOffline, renewConnections, type ServerClock, type ConnectionStatus } from './connection.ts'
import { Observable, until } from '../ui/store.ts'
import { waitAfter, OpenView, OpenViews, revisionOf, type AnyView, lastChangeOf } from './openView.ts'
import { dropEarlyRequest, ViewsRefused, SnapshotRequests, type Fetch, ViewsUnknown } from './snapshot.ts'

/** How long a view stays open after its last reader left: the next page often reads the same view. */
const RELEASE_MS = 10_000
const HIDDEN_MS = 30_000
/** Wait before the views of the next person are requested: first the pages of the previous person unmount. */
const UNMOUNT_MS = 50
/**
 * Least wait after a stream that ended with its session. A change of the person ends the wait; otherwise the views are
 * requested after it.
 */
const SESION_MS = 1_000
/** Time without an answer to a snapshot request after which `unanswered` notifies, in ms. The request continues. */
const UNANSWERED_MS = 3_000

export interface FeedOptions {
  readonly clock: ServerClock
  readonly connection: ConnectionStatus
  /** Takes the build of the page that the server of a stream serves. */
  readonly hearBuild: (build: string | undefined) => void
  readonly fetch: Fetch
  readonly openSource: (url: string) => Source
}

/**
 * The live views of this tab. Requests a snapshot of every open view, then opens one stream from their revisions. When the open views change it opens another stream; after a failure it retries from the revision it reached.
 */
export class Feed {
  /** Notifies when the server refuses a view or ends the stream because the session changed. */
  readonly sesionChanged = new Observable()
  /** Notifies when a request failed or has no answer yet: a view without a state may show a kept copy. */
  readonly unanswered = new Observable()
  readonly views = new OpenViews()
  /** Notifies after every snapshot and every frame, and when views fail or are forgotten. */
  readonly progress = new Observable()
  readonly #options: FeedOptions
  readonly #requests: SnapshotRequests
  #epoch = ''
  #stream: Stream | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #hidden: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isPaused = false

  constructor(options: FeedOptions) {
    this.#options = options
    this.#requests = new SnapshotRequests(options.fetch)
  }

  /** Opens a view and calls `notify` after every change. Returns the function that stops it. */
  open(key: string, view: AnyView, notify: () => void): () => void {
    const open = this.views.get(key) ?? new OpenView(key, view)
    this.views.set(key, open)
    clearTimeout(open.release)
    const stop = open.subscribe(notify)
    // A page opens several views at once: they share one stream.
    if (!this.#stream?.views.has(open)) this.#wait(0)
    // Its copy need not wait until the next request is late.
    if (isOffline(this.#options.connection.read())) this.unanswered.notify()
    return () => {
      stop()
      if (open.isObserved) return
      open.release = setTimeout(() => {
        this.views.delete(key)
        if (this.#stream) this.#wait(0)
      }, RELEASE_MS)
      // Views without readers are ordered by when the last reader left.
      this.views.delete(key)
      this.views.set(key, open)
    }
  }

  /** The document of a view: the same object until it changes, `undefined` until the first one arrives. */
  peek(key: string): unknown {
    return this.views.get(key)?.document()
  }

  /** Resolves when every view is at least as new as a revision, or after `ms`. */
  async reached(revision: number, ms: number): Promise<void> {
    const newest = { subscribe: this.progress.subscribe, read: () => revisionOf(this.views.values()) }
    await until(newest, (at) => at >= revision, ms)
  }

  /** Another person uses the tab: forgets the views of the previous person and requests them again. */
  changePerson(): void {
    this.#requests.abort()
    dropEarlyRequest()
    this.#closeStream()
    for (const open of this.views.values()) if (open.view.audience !== 'todos') open.forget()
    this.progress.notify()
    // The pages of the previous person are about to unmount. Views that only they read are not requested again.
    this.#wait(UNMOUNT_MS)
  }

  /** Retries now: ends all waits and aborts the snapshot requests that have no answer yet. */
  retry(): void {
    this.#requests.abort()
    this.views.hurry()
    this.#go()
  }

  /** The page is hidden. Closes the stream after `HIDDEN_MS`: a phone would cut it without an event. */
  hide(): void {
    this.#hidden ??= setTimeout(() => this.pause(), HIDDEN_MS)
  }

  /** Closes the stream and sends no request until `wake`. */
  pause(): void {
    this.#isPaused = true
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#closeStream()
    this.#options.connection.rest()
  }

  /** The page is visible again, or the network is back. */
  wake(): void {
    clearTimeout(this.#hidden)
    this.#hidden = undefined
    this.#isPaused = false
    if (this.#stream?.isSilent) {
      this.#closeStream()
      renewConnections()
    }
    if (!this.#stream || this.#requests.isAsking()) this.retry()
  }

  /** The browser reports that the network is gone. An open stream would notice much later. */
  disconnect(): void {
    this.#requests.abort()
    this.#closeStream()
    this.#failed()
  }

  #go(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    void this.#sync()
  }

  /** Requests the missing views and opens the stream. A snapshot request does not wait for an earlier one. */
  async #sync(): Promise<void> {
    if (this.#isPaused || this.#retry) return
    this.views.drop(({ origin }) => origin === 'former')
    // A request asks for no more: the views whose last reader left first go.
    this.views.drop(() => this.views.size > MOST_VIEWS)
    const missing = this.#missing(this.#failures > 1)
    if (!this.#stream) this.#options.connection.wait()
    if (missing.length > 0) {
      if (!(await this.#fetchSnapshot(missing)) || this.#isPaused) return
      const left = this.#missing(false)
      // Other views may have been opened since, or the epoch may have changed.
      if (left.some(({ isBehind }) => !isBehind)) return this.#sync()
      // The instance that answered lacks a large change that another one has announced.
      if (left.length > 0) this.#wait(Math.random() * SPREAD_MS)
    }
    this.#openStream()
  }

  #viewsFailed(views: readonly OpenView[]): void {
    if (views.length === 0) return
    for (const open of views) {
      this.#stream?.views.delete(open)
      open.fail(waitAfter(open.failures), () => void this.#sync())
    }
    this.progress.notify()
  }

  /** The views to request: all, or only the views without a state of this epoch. Leaves out the views of a request under way. */
  #missing(all: boolean): OpenView[] {
    return this.views.missing(this.#epoch, all).filter((open) => !this.#requests.isAsking(open))
  }

  async #fetchSnapshot(views: readonly OpenView[]): Promise<boolean> {
    const late = setTimeout(() => this.#isUnanswered(), UNANSWERED_MS)
    try {
      return await this.#requests.ask(views, ({ snapshot, ahora, age, isGuess }) => {
        if (isGuess) this.#options.clock.guess(ahora, age)
        else this.#options.clock.hear(ahora, age)
        this.#take(snapshot)
      })
    } catch (error) {
      if (error instanceof ViewsUnknown) {
        // They were deleted a moment ago, or another instance has made them. The other views go on.
        this.#viewsFailed(views)
        return true
      }
      // No network, a restart or a refusal. The header shows it, and the feed retries by itself.
      if (error instanceof ViewsRefused) this.#refused()
      this.#failed()
      return false
    } finally {
      clearTimeout(late)
    }
  }

  #take({ epoch, revision, cambio = revision, views, fallidas = [] }: Snapshot): void {
    this.#epoch = epoch
    this.#viewsFailed(this.views.named(fallidas))
    this.#options.connection.hear(this.#options.clock.now())
    for (const [key, parts] of Object.entries(views)) {
      const open = this.views.get(key)
      // A frame of the stream may be newer than the snapshot.
      if (!open || (open.at?.epoch === epoch && open.at.revision > revision)) continue
      open.start({ epoch, revision, changed: cambio }, parts)
    }
    this.progress.notify()
  }

  /**
   * Opens the stream of the views that have a snapshot. Other views join when their snapshot arrives. A stream whose instance
   * may not have a change that a snapshot has is replaced: it leaves out parts that changed and changed back.
   */
  #openStream(): void {
    const views = new Set([...this.views.values()].filter(({ at }) => at?.epoch === this.#epoch))
    if (views.size === 0) return this.#closeStream()
    if (this.#stream?.carries(views)) {
      // The failed request of a view that was closed since does not affect a working stream.
      if (this.#stream.epoch !== '' && !this.#retry) this.#options.connection.live()
      return
    }
    // An old stream goes on until the next one has begun: the page is never without one.
    const predecessor = this.#stream?.isOld ? this.#stream : undefined
    const { clock, connection, openSource } = this.#options
    if (!predecessor) {
      this.#closeStream()
      connection.wait()
    }
    const carried = [...views].toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const since = [this.#epoch, ...carried.map(({ at }) => at?.revision ?? 0)].join('.')
    const keys = encodeViews(carried.map(({ key }) => key))
    const source = openSource(`${STREAM_PATH}?views=${keys}&since=${encodeURIComponent(since)}`)
    const hear = (ahora?: number): void => {
      if (ahora !== undefined) clock.hear(ahora)
      connection.hear(clock.now())
    }
    const events: StreamEvents = {
      hola: ({ ahora, build, fallidas = [] }) => {
        hear(ahora)
        this.#viewsFailed(this.views.named(fallidas))
        this.#options.hearBuild(build)
        connection.live()
        // The session ended while no stream was open: the server sends every view anew.
        if (stream.epoch !== this.#epoch) this.sesionChanged.notify()
      },
      frame: (frame) => {
        hear()
        this.#applyFrame(stream, frame)
      },
      latido: ({ ahora }) => {
        hear(ahora)
        // The stream has lasted for a while: the failures before it no longer count.
        this.#failures = 0
        for (const open of stream.views) open.failures = 0
      },
      fin: (fin) => this.#ended(stream, fin),
      lost: (wasSilent) => {
        // Not of a predecessor, which the next stream replaces.
        if (this.#stream !== stream) return
        this.#stream = undefined
        if (wasSilent) {
          // They wait on connections of the same path.
          this.#requests.abort()
          renewConnections()
        }
        this.#failed()
      },
    }
    const stream = new Stream(source, views, events, predecessor)
    this.#stream = stream
  }

  /**
   * Advances the views of the stream, and no others: the next stream starts at the oldest revision of all views. Skips a
   * view whose snapshot is newer than the frame. A view of another epoch is replaced as a whole or not at all.
   */
  #applyFrame({ views, epoch }: Stream, { revision, views: frames }: Frame): void {
    this.#viewsFailed([...views].filter(({ key }) => frames[key]?.fallida))
    for (const open of views) {
      const frame = frames[open.key]
      // A reset may lead back: the database has lost commits.
      const isNew = frame?.reset ?? (open.at?.epoch === epoch && revision >= open.at.revision)
      if (!isNew) continue
      if (frame && !frame.reset && (frame.nueva || open.isBehind)) {
        // A snapshot brings this change too. The clients do not request it all at once.
        if (!open.isBehind) this.#wait(Math.random() * SPREAD_MS)
        open.lack(revision)
        continue
      }
      if (open.isBehind && !frame?.reset) continue
      this.#epoch = epoch
      open.moveTo({ epoch, revision, changed: revision })
      if (!frame) continue
      open.apply(frame)
      open.notify()
    }
    this.progress.notify()
  }

  #ended(stream: Stream, { motivo, espera }: Fin): void {
    if (this.#stream !== stream) {
      // An old stream, which the next one replaces. The session of both has ended.
      if (motivo === 'sesion') this.sesionChanged.notify()
      return
    }
    if (motivo === 'edad') return this.#wait(espera)
    this.#stream = undefined
    this.#options.connection.wait()
    if (motivo !== 'sesion') return this.#wait(espera)
    // The session decides which views may be requested: it is loaded before the next stream.
    this.#wait(Math.max(espera, SESION_MS))
    this.sesionChanged.notify()
  }

  /** Drops the views without readers, which may be the refused ones, and loads the session. */
  #refused(): void {
    this.views.drop(() => true)
    this.sesionChanged.notify()
  }

  #failed(): void {
    if (this.#isPaused) return
    const wait = waitAfter(this.#failures)
    this.#failures += 1
    this.#options.connection.fail()
    this.#isUnanswered()
    this.#wait(wait)
  }

  #isUnanswered(): void {
    this.#options.connection.late()
    this.unanswered.notify()
  }

  #wait(ms: number): void {
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#go(), ms)
  }

  #closeStream(): void {
    this.#stream?.close()
    this.#stream = undefined
  }
}

/** The part of `EventSource` that `Stream` uses. Tests pass a fake. */
export interface Source {
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void
  close(): void
}

export interface StreamEvents {
  readonly hola: (hola: Hola) => void
  readonly frame: (frame: Frame) => void
  readonly latido: (latido: Latido) => void
  readonly fin: (fin: Fin) => void
  /** The stream broke, or (`wasSilent`) the server sent nothing for `SILENCE_MS`. It is closed already. */
  readonly lost: (wasSilent: boolean) => void
}

/**
 * One SSE connection for a fixed set of views. It never reconnects: it closes at its first failure, and the feed opens
 * another one. The retries of `EventSource` are not used: it gives up after a 503, does not notice a dead network, and phones freeze it.
 */
export class Stream {
  /** The views that the stream was opened for. A view that fails is removed. */
  readonly views: Set<OpenView>
  /** The epoch and the audience of its frames (`stateOf`); empty until `hola`. */
  epoch = ''
  /** The newest revision that its instance is known to have, or was asked to wait for. */
  reached: number
  /** When the last event came, in ms since 1970. */
  heard = Date.now()
  /** The server ends the stream soon: another one takes over. */
  isOld = false
  readonly #source: Source
  /** Goes on until this stream has begun. */
  readonly #predecessor: Stream | undefined
  readonly #lost: (wasSilent: boolean) => void
  #watchdog: ReturnType<typeof setTimeout> | undefined
  #isOpen = true

  constructor(source: Source, views: Set<OpenView>, events: StreamEvents, predecessor?: Stream) {
    this.#predecessor = predecessor
    this.#source = source
    this.views = views
    this.reached = lastChangeOf(views)
    this.#lost = events.lost
    const on = <T>(type: string, take: (data: T) => void): void =>
      source.addEventListener(type, ({ data }) => {
        if (!this.#isOpen || typeof data !== 'string') return
        this.#listen()
        // The wire: what the server sends here is what `contract/live.ts` declares.
        take(JSON.parse(data) as T)
      })
    on<Hola>('hola', (hola) => {
      this.epoch = stateOf(hola.epoch, hola.audiencia)
      this.reached = hola.revision
      this.#predecessor?.close()
      events.hola(hola)
    })
    on<Frame>('message', (frame) => {
      this.reached = frame.revision
      events.frame(frame)
    })
    on('latido', events.latido)
    on<Fin>('fin', (fin) => {
      if (fin.motivo === 'edad') this.isOld = true
      else this.close()
      events.fin(fin)
    })
    source.addEventListener('error', () => this.#end(false))
    this.#listen()
  }

  get isSilent(): boolean {
    return Date.now() - this.heard >= SILENCE_MS
  }

  /**
   * Whether the stream carries exactly these views, its instance has their changes, and it does not end soon. A view that was closed and opened
   * again is another one.
   */
  carries(views: ReadonlySet<OpenView>): boolean {
    const areSame = views.size === this.views.size && [...views].every((view) => this.views.has(view))
    return areSame && !this.isOld && lastChangeOf(views) <= this.reached
  }

  close(): void {
    this.#isOpen = false
    clearTimeout(this.#watchdog)
    this.#source.close()
    this.#predecessor?.close()
  }

  #listen(): void {
    this.heard = Date.now()
    clearTimeout(this.#watchdog)
    this.#watchdog = setTimeout(() => this.#end(true), SILENCE_MS)
  }

  #end(wasSilent: boolean): void {
    if (!this.#isOpen) return
    this.close()
    this.#lost(wasSilent)
  }
}
