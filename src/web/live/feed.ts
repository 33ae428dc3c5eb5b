import { encodeViews, MOST_VIEWS, STREAM_PATH, type Fin, type Frame, type Snapshot } from '#contract/live.ts'
import type { ServerClock } from './clock.ts'
import type { ConnectionStatus } from './connection.ts'
import { Observable } from '../ui/store.ts'
import { dropEarly } from './early.ts'
import { Failing, waitAfter } from './failing.ts'
import { OpenView, type AnyView } from './openView.ts'
import { OpenViews } from './openViews.ts'
import { Requests } from './requests.ts'
import { Refused, type Fetch } from './snapshot.ts'
import { Stream, type Source } from './stream.ts'

/** A view outlives its last reader by this, so that going from page to page costs nothing. */
const RELEASE_MS = 10_000
const HIDDEN_MS = 30_000
/** How long the pages of somebody who signs out take to leave the screen. */
const LEAVE_MS = 50
/** How long the question who is signed in may take before the views are asked for all the same. */
const SESION_MS = 1_000

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
  /** The build of the page that the instance of this stream serves. */
  onBuild: (build: string | undefined) => void = () => {}
  readonly failing: Failing
  readonly #options: FeedOptions
  readonly #requests: Requests
  readonly #views = new OpenViews()
  readonly #progress = new Observable()
  #epoch = ''
  #stream: Stream | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #hidden: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isPaused = false

  constructor(options: FeedOptions) {
    this.#options = options
    this.#requests = new Requests(options.fetch)
    this.failing = new Failing({
      views: this.#views,
      random: options.random,
      isAsked: (open) => this.#requests.isAsking(open),
      due: () => void this.#sync(),
    })
  }

  /** Reads a view from now on; the answer stops it. */
  open(key: string, view: AnyView, notify: () => void): () => void {
    const open = this.#views.get(key) ?? new OpenView(key, view)
    this.#views.set(key, open)
    clearTimeout(open.release)
    const stop = open.subscribe(notify)
    // A page opens several views in one go: they make one stream.
    this.#wait(0)
    return () => {
      stop()
      if (open.isObserved) return
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

  /** Answers, at any later time, whether a view shows a state older than a revision of the data as it is now. */
  readonly behind = (key: string, revision: number): (() => boolean) => this.#views.behind(key, revision)

  /** Resolves when what is shown is at least as new as a revision, or after `patience` ms. */
  reached(revision: number, patience: number): Promise<void> {
    if (this.#views.revision() >= revision) return Promise.resolve()
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        stop()
        resolve()
      }
      const check = (): void => (this.#views.revision() >= revision ? done() : undefined)
      const timer = setTimeout(done, patience)
      const stop = this.#progress.subscribe(check)
    })
  }

  /** Somebody else looks now: what was for the one before is forgotten, and everything asked for again. */
  changePerson(): void {
    this.#requests.abort()
    dropEarly()
    this.#closeStream()
    for (const open of this.#views.values()) if (open.audience !== 'todos') open.forget()
    this.failing.notify()
    // The pages of the one before are about to leave: what only they read is not asked for again.
    this.#wait(LEAVE_MS)
  }

  /** Tries now: ends the wait for the next try and aborts the snapshot requests that have no answer yet. */
  retry(): void {
    this.#requests.abort()
    this.failing.hurry()
    this.#go()
  }

  /** The page went out of sight. A phone would kill the stream without a word; after a while we end it ourselves. */
  hide(): void {
    this.#hidden ??= setTimeout(() => this.pause(), HIDDEN_MS)
  }

  /** Asks for nothing until the page is seen. */
  pause(): void {
    this.#isPaused = true
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#closeStream()
    this.#options.connection.rest()
  }

  /** The page is seen again, or the network is back. */
  wake(): void {
    clearTimeout(this.#hidden)
    this.#hidden = undefined
    this.#isPaused = false
    if (this.#stream?.isSilent) this.#closeStream()
    if (!this.#stream || this.#requests.isAsking()) this.retry()
  }

  /** The network is gone, says the browser: an open stream would not tell for a long time. */
  disconnect(): void {
    this.#requests.abort()
    this.#closeStream()
    this.#failed()
  }

  #release(open: OpenView): void {
    this.#views.delete(open.key)
    if (this.#stream) this.#wait(0)
  }

  #go(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    void this.#sync()
  }

  /** Asks for the views that are missing and opens the stream. A snapshot request does not wait for the one before. */
  async #sync(): Promise<void> {
    if (this.#isPaused || this.#retry) return
    this.#views.drop((open) => open.isForgotten)
    this.#views.makeRoom(MOST_VIEWS)
    const missing = this.#missing(this.#failures > 1)
    if (!this.#stream) this.#options.connection.wait()
    if (missing.length > 0) {
      const went = await this.#fetchSnapshot(missing)
      if (!went || this.#isPaused) return
      // Meanwhile others may have been opened, or the epoch may have changed under those we had.
      if (this.#missing(false).length > 0) return this.#sync()
    }
    this.#openStream()
    this.failing.schedule()
  }

  #viewsFailed(views: readonly OpenView[]): void {
    for (const open of views) this.#stream?.views.delete(open)
    this.failing.add(views)
  }

  /** The views that are not known as of this epoch, or all; without those that are asked for already. */
  #missing(all: boolean): OpenView[] {
    return this.#views.missing(this.#epoch, all).filter((open) => !this.#requests.isAsking(open))
  }

  async #fetchSnapshot(views: readonly OpenView[]): Promise<boolean> {
    try {
      return await this.#requests.ask(views, ({ snapshot, ahora, age }) => {
        this.#options.clock.hear(ahora, age)
        this.#take(snapshot)
      })
    } catch (error) {
      // No network, a restart, or a refusal: the person sees it in the frame, and we come back by ourselves.
      if (error instanceof Refused) this.#refused()
      this.#failed()
      return false
    }
  }

  #take({ epoch, revision, views, fallidas = [] }: Snapshot): void {
    this.#epoch = epoch
    this.#viewsFailed(this.#views.named(fallidas))
    this.#options.connection.hear(this.#options.clock.now())
    for (const [key, parts] of Object.entries(views)) {
      const open = this.#views.get(key)
      // A frame may have overtaken it.
      if (!open || (open.at?.epoch === epoch && open.at.revision > revision)) continue
      open.start(epoch, revision, parts)
    }
    this.failing.notify()
    this.#progress.notify()
  }

  /** The stream of the views that have their snapshot. The others join it with theirs, also one that fails. */
  #openStream(): void {
    const views = new Set(this.#views.known(this.#epoch))
    if (views.size === 0) return this.#closeStream()
    if (this.#stream?.carries(views)) {
      // A request that failed for a view that has left since says nothing of a stream that works.
      if (this.#stream.epoch !== '' && !this.#retry) this.#options.connection.live()
      return
    }
    this.#closeStream()
    const { clock, connection, openSource } = this.#options
    connection.wait()
    const since = `${this.#epoch}.${this.#views.revision(views)}`
    const keys = encodeViews([...views].map(({ key }) => key).toSorted())
    const source = openSource(`${STREAM_PATH}?views=${keys}&since=${encodeURIComponent(since)}`)
    const hear = (ahora?: number): void => {
      if (ahora !== undefined) clock.hear(ahora)
      connection.hear(clock.now())
    }
    const stream = new Stream(source, views, {
      hola: ({ ahora, build, fallidas = [] }) => {
        hear(ahora)
        this.#viewsFailed(this.#views.named(fallidas))
        this.onBuild(build)
        connection.live()
      },
      frame: (frame) => {
        hear()
        this.#applyFrame(stream, frame)
      },
      latido: ({ ahora }) => {
        hear(ahora)
        // It has lived for a while: only now is the trouble before it over.
        this.#failures = 0
        for (const open of stream.views) open.failures = 0
      },
      fin: (fin) => this.#ended(fin),
      lost: () => {
        this.#stream = undefined
        this.#failed()
      },
    })
    this.#stream = stream
  }

  /**
   * Advances the views that the stream carries, and no others: the next stream starts at the oldest revision of all.
   * A snapshot may have overtaken the frame; and a view of another epoch is replaced as a whole or not at all.
   */
  #applyFrame({ views, epoch }: Stream, { revision, views: frames }: Frame): void {
    this.#viewsFailed([...views].filter(({ key }) => frames[key]?.fallida))
    for (const open of views) {
      const frame = frames[open.key]
      const isNew = open.at?.epoch === epoch ? revision >= open.at.revision : frame?.reset
      if (!isNew) continue
      if (open.at?.epoch !== epoch) this.#epoch = epoch
      open.at = { epoch, revision }
      if (!frame) continue
      open.apply(frame)
      open.notify()
    }
    this.#progress.notify()
  }

  #ended({ motivo, espera }: Fin): void {
    this.#stream = undefined
    this.#options.connection.wait()
    if (motivo !== 'sesion') return this.#wait(espera)
    // Who we are now decides what may be asked for: the answer comes before the next stream.
    this.#wait(Math.max(espera, SESION_MS))
    this.onSesion()
  }

  /** The views that nobody reads any more may be the ones that are refused. */
  #refused(): void {
    this.#views.drop(() => true)
    this.onSesion()
  }

  #failed(): void {
    if (this.#isPaused) return
    const wait = waitAfter(this.#failures, this.#options.random)
    this.#failures += 1
    this.#options.connection.fail()
    this.#wait(wait)
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
