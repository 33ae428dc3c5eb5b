import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { stateOf, STREAM_PATH } from '#contract/live.ts'
import { publicUrl } from '#contract/publico.ts'
import { waitAfter } from '../../src/web/live/openView.ts'
import { clock, percentile } from '../figures.ts'
import { SITE } from '../nginx.ts'
import { answerOrders, usage } from '../orders.ts'

/** Phones that follow the event through a proxy: a connection of its own each, HTTP/2 over TLS, and what a browser does. */
interface Audience {
  readonly port: number
  readonly ca: string
  readonly count: number
  /** They arrive evenly over this time, in ms. */
  readonly over: number
  /** Each also loads the page with its program and styles first. */
  readonly loads: boolean
  /** Each opens a stream after its first state. */
  readonly follows: boolean
}

const VIEWS = 'horario,portada'
/** A flush stands for so many revisions at most. */
const MOST_MERGED = 20

let audience: Audience
const phones: Phone[] = []
/** The files that the page loads. */
let files: Promise<string[]> | undefined
const stalled: TLSSocket[] = []
/** Per revision, the moments at which phones had it or a later one. */
let heard = new Map<number, number[]>()

/** What one phone saw of a disturbance. */
interface Gap {
  readonly lost: number
  back: number | null
}
let gaps: Gap[] = []
/** Answers of the proxy that had no instance for a request. */
let refused = 0

class Phone {
  /** The epoch and the audience of what it has; empty before the first snapshot. */
  state = ''
  revision = 0
  isOpen = false
  /** When the page showed its first state; null before. */
  shownAt: number | null = null
  readonly startedAt = clock()
  #session: ClientHttp2Session | undefined
  #failures = 0
  #gap: Gap | undefined
  #rest = ''

  start(): void {
    void this.#run().catch(() => this.#lost())
  }

  async #run(): Promise<void> {
    const session = this.#session?.closed === false ? this.#session : await this.#connect()
    if (audience.loads && this.shownAt === null) await this.#loadPage(session)
    if (this.state === '' || this.#failures > 1) await this.#loadSnapshot(session)
    if (audience.follows) this.#openStream(session)
    else session.close()
  }

  #connect(): Promise<ClientHttp2Session> {
    this.#session?.destroy()
    return new Promise((resolve, reject) => {
      const session = connect(`https://127.0.0.1:${audience.port}`, { servername: SITE, ca: audience.ca })
      this.#session = session
      session.once('connect', () => resolve(session))
      session.once('error', reject)
      // A stream of this session fails too, and reports it.
      session.on('error', () => undefined)
    })
  }

  async #loadPage(session: ClientHttp2Session): Promise<void> {
    // A browser takes the page compressed. Its text, for the files that it names, is requested once.
    const known = files
    files ??= get(session, '/', 'identity').then((page) => [
      ...new Set(page.match(/(?<=")\/assets\/[\w.-]+\.(?:js|css)/g)),
    ])
    if (known) await get(session, '/')
    await Promise.all((await files).map((file) => get(session, file)))
  }

  async #loadSnapshot(session: ClientHttp2Session): Promise<void> {
    const text = await get(session, publicUrl('horario'), 'identity')
    const { epoch, revision }: { epoch: string; revision: number } = JSON.parse(text)
    this.state = stateOf(epoch, 'visitante')
    this.#at(revision)
    this.shownAt ??= clock()
  }

  #openStream(session: ClientHttp2Session): void {
    const path = `${STREAM_PATH}?views=${VIEWS}&since=${this.state}.${this.revision}`
    const stream = session.request({ ...HEADERS, ':path': path, accept: 'text/event-stream' })
    this.#rest = ''
    stream.setEncoding('latin1')
    stream.on('response', (headers) => {
      countRefused(headers[':status'])
      if (headers[':status'] !== 200) stream.close(constants.NGHTTP2_CANCEL)
    })
    stream.on('data', (chunk: string) => this.#take(stream, chunk))
    stream.on('error', () => undefined)
    stream.once('close', () => this.#lost())
  }

  #take(stream: ClientHttp2Stream, chunk: string): void {
    const text = this.#rest + chunk
    const end = text.lastIndexOf('\n\n') + 2
    this.#rest = text.slice(end)
    const whole = text.slice(0, end)
    if (whole.includes('event: hola')) this.#opened()
    this.state = /^id: ([^.\n]+)\./m.exec(whole)?.[1] ?? this.state
    for (const [, revision] of whole.matchAll(/^data: \{"revision":(\d+),/gm)) this.#at(Number(revision))
    const fin = /^event: fin\ndata: (.*)$/m.exec(whole)?.[1]
    if (fin === undefined) return
    const { espera }: { espera: number } = JSON.parse(fin)
    stream.removeAllListeners('close')
    stream.close(constants.NGHTTP2_CANCEL)
    this.#lost(espera)
  }

  #opened(): void {
    this.isOpen = true
    this.#failures = 0
    this.shownAt ??= clock()
    if (this.#gap) this.#gap.back = clock()
    this.#gap = undefined
  }

  #at(revision: number): void {
    if (revision <= this.revision) return
    const now = clock()
    for (let one = Math.max(this.revision, revision - MOST_MERGED) + 1; one <= revision; one += 1) {
      const times = heard.get(one)
      if (times) times.push(now)
      else heard.set(one, [now])
    }
    this.revision = revision
  }

  #lost(wait?: number): void {
    this.isOpen = false
    if (!this.#gap && this.shownAt !== null) {
      this.#gap = { lost: clock(), back: null }
      gaps.push(this.#gap)
    }
    const ofBrowser = waitAfter(this.#failures, Math.random)
    if (wait === undefined) this.#failures += 1
    setTimeout(() => this.start(), wait ?? ofBrowser)
  }
}

function countRefused(status: number | undefined): void {
  if (status === 502) refused += 1
}

const HEADERS = { ':authority': SITE, 'accept-encoding': 'br' } as const

/** Requests a path; resolves with the text when it is not compressed. */
function get(session: ClientHttp2Session, path: string, encoding: 'br' | 'identity' = 'br'): Promise<string> {
  return new Promise((resolve, reject) => {
    const isText = encoding === 'identity'
    const stream = session.request({ ...HEADERS, ':path': path, 'accept-encoding': encoding })
    let text = ''
    let status = 0
    stream.setEncoding('latin1')
    stream.on('response', (headers) => {
      status = Number(headers[':status'])
      countRefused(status)
    })
    stream.on('data', (chunk: string) => {
      if (isText) text += chunk
    })
    stream.on('error', reject)
    stream.on('close', () => (status === 200 ? resolve(text) : reject(new Error(`${path}: ${status}`))))
    stream.setTimeout(30_000, () => stream.close(constants.NGHTTP2_CANCEL))
  })
}

/** A share of all phones in ms, in ascending order: the middle, 95 of 100, the last. */
export interface Spread {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

function spreadOf(times: readonly number[]): Spread {
  return {
    count: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    max: times.length > 0 ? Math.max(...times) : 0,
  }
}

const orders = {
  ...usage,
  /** Sends the audience in and resolves when everybody was sent, before all are served. */
  arrive: async (next: Audience): Promise<void> => {
    audience = next
    const started = clock()
    const { count, over } = next
    for (let sent = 0; sent < count;) {
      const due = over === 0 ? count : Math.min(count, Math.ceil(((clock() - started) / over) * count))
      for (; sent < due; sent += 1) {
        const phone = new Phone()
        phones.push(phone)
        phone.start()
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  },
  /** How many streams are open, and how many of those phones are at this revision. */
  state: ({ revision }: { readonly revision: number }): { open: number; at: number } => {
    const open = phones.filter(({ isOpen }) => isOpen)
    return { open: open.length, at: open.filter((phone) => phone.revision >= revision).length }
  },
  /** From a phone's arrival to its first state. */
  shown: (): Spread => spreadOf(phones.flatMap(({ shownAt, startedAt }) => (shownAt ? [shownAt - startedAt] : []))),
  /** When a revision reached phones, in ms from `at`. Forgets all revisions. */
  arrived: ({ revision, at }: { readonly revision: number; readonly at: number }): Spread => {
    const times = heard.get(revision) ?? []
    heard = new Map()
    return spreadOf(times.map((time) => time - at))
  },
  /** Forgets the streams that were lost and the answers 502 until now. */
  forgetGaps: (): void => {
    gaps = []
    refused = 0
  },
  /** How long phones were without a stream since `forgetGaps`, how many still are, and the answers 502. */
  gaps: (): Spread & { readonly still: number; readonly refused: number } => {
    const back = gaps.flatMap((gap) => (gap.back === null ? [] : [gap.back - gap.lost]))
    return { ...spreadOf(back), still: gaps.length - back.length, refused }
  },
  /** Opens streams that are never read. */
  stall: async ({ count }: { readonly count: number }): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const socket = connectTls({ host: '127.0.0.1', port: audience.port, servername: SITE, ca: audience.ca })
      socket.on('error', () => undefined)
      await new Promise((resolve) => socket.once('secureConnect', resolve))
      socket.pause()
      socket.write(`GET ${STREAM_PATH}?views=${VIEWS} HTTP/1.1\r\nHost: ${SITE}\r\nAccept: text/event-stream\r\n\r\n`)
      stalled.push(socket)
    }
  },
}
export type PhonesOrders = typeof orders
answerOrders(orders)
