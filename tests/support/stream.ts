import type { Socket } from 'node:net'
import { COMO_VISITANTE, stateOf, STREAM_PATH, type Fin, type Frame, type Hola } from '#contract/live.ts'
import { ask, ResponseReader, type Head } from './wire.ts'

export interface SseEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: unknown
}

export interface Message {
  /** The value of `since` for a stream that goes on after this message. */
  readonly id: string
  readonly frame: Frame
}

export interface StreamOptions {
  readonly views: string
  readonly since?: string | undefined
  readonly cookie?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The stream of a screen: no session counts. */
  readonly visitante?: true
}

const PATIENCE_MS = 30_000

/** One live stream over a bare socket: every byte kept, every frame checked, every wait bounded. */
export class LiveStream implements AsyncDisposable {
  readonly events: SseEvent[] = []
  readonly #socket: Socket
  readonly #reader: ResponseReader
  readonly #bytes: Buffer[] = []
  readonly #waiting = new Set<() => void>()
  #fault: Error | undefined
  #closed = false
  /** Events before it were already handed out by `next`. */
  #seen = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#reader = new ResponseReader((chunk) => {
      // A refusal has a JSON body: the test looks at the status.
      if (this.head.status === 200) this.events.push(...eventsOf(chunk.toString()))
    })
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('error', (error) => {
      // A reset is how a client that does not read is cut: the tests look at `closed`.
      if (!('code' in error) || error.code !== 'ECONNRESET') this.#fault ??= error
    })
    socket.on('close', () => {
      this.#closed = true
      this.#wake()
    })
  }

  /** Opens a stream and waits for its head. */
  static async open(origin: string, { views, since, cookie, headers, visitante }: StreamOptions): Promise<LiveStream> {
    const search = new URLSearchParams({
      views,
      ...(since !== undefined && { since }),
      ...(visitante && { [COMO_VISITANTE]: '1' }),
    })
    const path = `${STREAM_PATH}?${search.toString()}`
    const stream = new LiveStream(ask(origin, { path, headers: { accept: 'text/event-stream', cookie, ...headers } }))
    await stream.#until(() => stream.#reader.head !== undefined, 'the head')
    return stream
  }

  get head(): Head {
    if (!this.#reader.head) throw new Error('No head yet.')
    return this.#reader.head
  }

  /** Everything that came over the wire so far. */
  get bytes(): Buffer {
    return Buffer.concat(this.#bytes)
  }

  get messages(): Message[] {
    return this.events.flatMap((event) => this.#messageOf(event) ?? [])
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Whether the body's end was said: a stream that ends otherwise was cut. */
  get complete(): boolean {
    return this.#reader.complete
  }

  async hola(): Promise<Hola> {
    return (await this.nextEvent(({ event }) => event === 'hola')).data as Hola
  }

  async fin(): Promise<Fin> {
    return (await this.nextEvent(({ event }) => event === 'fin')).data as Fin
  }

  /** The next message that will do; those before it are passed over. */
  async next(wanted: (frame: Frame) => boolean = () => true): Promise<Message> {
    const found = await this.nextEvent((event) => {
      const message = this.#messageOf(event)
      return message !== undefined && wanted(message.frame)
    })
    const message = this.#messageOf(found)
    if (!message) throw new Error('Unreachable: only messages were wanted.')
    return message
  }

  async nextEvent(wanted: (event: SseEvent) => boolean): Promise<SseEvent> {
    let found: SseEvent | undefined
    await this.#until(() => {
      const at = this.events.findIndex((event, index) => index >= this.#seen && wanted(event))
      if (at === -1) return false
      this.#seen = at + 1
      found = this.events[at]
      return true
    }, 'an event')
    if (!found) throw new Error('Unreachable: the wait ends with an event.')
    return found
  }

  /** Waits until the server has ended or cut the stream. */
  async ended(): Promise<void> {
    await this.#until(() => this.#closed, 'the end')
  }

  /** Stops reading, as a phone does that sleeps; the bytes pile up on the server's side. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Leaves. Throws when anything that came was framed wrongly. */
  async close(): Promise<void> {
    this.#socket.destroy()
    if (!this.#closed) await this.#until(() => this.#closed, 'the close')
    if (this.#fault) throw this.#fault
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** Only `hola` has an id: it names the state, to which each frame adds its revision. */
  #messageOf({ event, data }: SseEvent): Message | undefined {
    if (event !== 'message') return undefined
    const first = this.events.find((one) => one.event === 'hola')
    if (!first) throw new Error('A message before hola.')
    const { epoch, audiencia } = first.data as Hola
    const frame = data as Frame
    return { id: `${stateOf(epoch, audiencia)}.${frame.revision}`, frame }
  }

  #take(bytes: Buffer): void {
    this.#bytes.push(bytes)
    try {
      this.#reader.push(bytes)
    } catch (error) {
      // Kept for waiting readers and for the close.
      this.#fault ??= error instanceof Error ? error : new Error('The stream could not be read.', { cause: error })
    }
    this.#wake()
  }

  #wake(): void {
    for (const look of this.#waiting) look()
  }

  #until(done: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (error?: Error): void => {
        clearTimeout(limit)
        this.#waiting.delete(look)
        if (error) reject(error)
        else resolve()
      }
      const look = (): void => {
        if (this.#fault) finish(this.#fault)
        else if (done()) finish()
        else if (this.#closed) finish(new Error(`The stream closed before ${what} came: ${this.#tail()}`))
      }
      const limit = setTimeout(() => finish(new Error(`Waited in vain for ${what}: ${this.#tail()}`)), PATIENCE_MS)
      this.#waiting.add(look)
      look()
    })
  }

  #tail(): string {
    return JSON.stringify(this.events.slice(-3)).slice(0, 500)
  }
}

/** A chunk holds whole events, each of the lines that the wire knows and no other. */
function eventsOf(chunk: string): SseEvent[] {
  if (!chunk.endsWith('\n\n')) throw new Error(`A chunk that ends within an event: ${chunk.slice(-80)}`)
  return chunk.slice(0, -2).split('\n\n').map(eventOf)
}

function eventOf(text: string): SseEvent {
  const fields = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, name, value] = /^(event|id|data): (.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined || fields.has(name))
      throw new Error(`Not a line of an event: ${line}`)
    fields.set(name, value)
  }
  const data = fields.get('data')
  if (data === undefined) throw new Error(`An event without data: ${text}`)
  return { event: fields.get('event') ?? 'message', id: fields.get('id'), data: JSON.parse(data) }
}
