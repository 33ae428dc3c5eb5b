import { randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { BEAT_MS, type Fin } from '#contract/live.ts'
import type { Actor } from '#domain/actor.ts'
import type { Flush } from './hub.ts'
import type { Board } from './open-views.ts'

/** Sockets written per slice; the event loop is yielded between slices. */
const SLICE = 512
/** A client with more than this queued, beside the frame being sent, is disconnected. */
const STALLED_BYTES = 64 * 1024
/** Mean age at which a client is asked to open another stream. Each stream has an age of its own, up to 20 % more or less. */
const MEAN_AGE_MS = 15 * 60_000
/** Time between the announcement that a stream is old and its end. */
const OLD_MS = 10_000
/** A larger frame is not sent to several streams: their clients request the snapshot, which is compressed once. */
const LARGE_CHARACTERS = 16 * 1024
/** Sent in place of a large frame. */
const LARGE = '{"nueva":true}'
/** Time between the last event of a stream and the destruction of its socket. */
const CLOSE_MS = 2_000
const SESSIONS_KEPT = 1_000

/** Streams of the same boards: they get the same bytes. */
interface Group {
  readonly key: string
  readonly boards: readonly Board[]
  /** Whether the responses use chunked encoding: not towards a proxy that speaks HTTP/1.0. */
  readonly isChunked: boolean
  readonly streams: Set<Stream>
}

interface Stream {
  readonly socket: Socket
  readonly group: Group
  /** Empty for a visitor. */
  readonly sesionId: string
  /** When the session expires, ms since 1970. */
  readonly vence: number
  /** When the stream is too old, by `performance.now()`; after `isOld`, when it ends. */
  until: number
  /** The client was told to open another stream. */
  isOld: boolean
  /** The revision of the first event. A flush of this or an older revision is not sent. */
  readonly from: number
  /** Bytes of the write in progress, and bytes queued after the last write. */
  inFlight: number
  queued: number
}

/** Number of sockets that may still be written in this slice. One flush or heartbeat shares it over all groups. */
interface Slice {
  left: number
}

/**
 * The open streams, grouped by the views they carry. A flush frames one message per group and writes the same buffer to each
 * of its sockets.
 *
 * @example
 * const streams = new Streams(now)
 * hub.onFlush((flush) => streams.flush(flush))
 * streams.add(response, boards, actor)
 */
export class Streams {
  readonly #groups = new Map<string, Group>()
  readonly #beat: NodeJS.Timeout
  /**
   * Sessions that ended or got a new token lately, with the number of the flush that said so: that may happen while a stream is
   * being opened. `last`: the last event of such a stream.
   */
  readonly #over = new Map<string, { readonly flush: number; readonly last: Fin | null }>()
  /** Number of flushes so far. */
  flushes = 0
  /** Number of streams disconnected because the client did not read. */
  cut = 0
  #closed = false

  constructor(now: () => number) {
    this.#beat = setInterval(() => void this.#beatAll(now), BEAT_MS)
    this.#beat.unref()
  }

  get size(): number {
    return [...this.#groups.values()].reduce((sum, group) => sum + group.streams.size, 0)
  }

  /**
   * Adds a response whose head and first event are already written. Later events are written to its socket directly.
   * `flushes`: the value of `flushes` before the actor was read. A session that ended after it no longer counts.
   */
  add(response: ServerResponse, boards: readonly Board[], actor: Actor, flushes = this.flushes): void {
    const { socket } = response
    // A pipelined request has no socket yet, and its stream would miss events: the client must connect again.
    if (!socket) return void response.once('socket', (late: Socket) => late.destroy())
    if (socket.destroyed) return
    const group = this.#groupOf(boards, response.chunkedEncoding)
    const { sesionId, vence } = actor.role === 'visitante' ? NO_SESION : actor
    const age = MEAN_AGE_MS * (0.8 + randomInt(1_000) / 2_500)
    const stream: Stream = {
      socket,
      group,
      sesionId,
      vence: vence ?? Infinity,
      until: performance.now() + age,
      isOld: false,
      from: Math.max(...boards.map(({ revision }) => revision)),
      inFlight: socket.writableLength,
      queued: 0,
    }
    group.streams.add(stream)
    for (const board of group.boards) board.watchers += 1
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 30_000)
    socket.once('close', () => this.#drop(stream))
    const over = this.#over.get(sesionId)
    if (over && over.flush > flushes) return void this.#end(over.last, [stream])
    // The server stopped, or a flush closed a board, while the stream was being opened.
    if (this.#closed || !boards.every(({ isOpen }) => isOpen)) void this.#end(null, [stream])
  }

  /** Sends the frames of a flush, and ends the streams of ended sessions. */
  async flush(flush: Flush): Promise<void> {
    this.flushes += 1
    if (flush.isReplaced) await this.endAll()
    await this.#endSesiones(sesionesIn(flush.changes, 'sesiones'), SESION_ENDED)
    // Their streams were opened with the former token.
    await this.#endSesiones(sesionesIn(flush.changes, 'renovadas'), null)
    const slice = { left: SLICE }
    for (const group of this.#groups.values()) {
      const views = group.boards.flatMap((board) => {
        const frame = flush.frames.get(board)
        if (frame === undefined) return []
        const isLarge = frame.length > LARGE_CHARACTERS && group.streams.size > 1
        return [`${JSON.stringify(board.viewKey)}:${isLarge ? LARGE : frame}`]
      })
      if (views.length > 0) await this.#broadcast(group, messageText(flush.head, views), slice, flush.head.revision)
    }
  }

  /** Ends every stream, and those that are added later. */
  async close(): Promise<void> {
    clearInterval(this.#beat)
    this.#closed = true
    await this.endAll()
  }

  /** Ends every stream. Each client is told to reconnect after a random delay. */
  endAll(): Promise<void> {
    return this.#end(null, this.#all())
  }

  #all(): Stream[] {
    return [...this.#groups.values()].flatMap(({ streams }) => [...streams])
  }

  /** Ends the streams of some sessions, also those that are being opened. Remembers the newest `SESSIONS_KEPT` sessions. */
  async #endSesiones(sesiones: readonly string[], last: Fin | null): Promise<void> {
    if (sesiones.length === 0) return
    for (const id of sesiones) this.#over.set(id, { flush: this.flushes, last })
    for (const oldest of [...this.#over.keys()].slice(0, -SESSIONS_KEPT)) this.#over.delete(oldest)
    await this.#end(
      last,
      this.#all().filter(({ sesionId }) => sesiones.includes(sesionId)),
    )
  }

  #groupOf(boards: readonly Board[], isChunked: boolean): Group {
    const key = [isChunked, ...boards.map(({ serial }) => serial)].join(' ')
    const known = this.#groups.get(key)
    if (known) return known
    const group = { key, boards, isChunked, streams: new Set<Stream>() }
    this.#groups.set(key, group)
    return group
  }

  #drop(stream: Stream): void {
    const { key, boards, streams } = stream.group
    if (!streams.delete(stream)) return
    for (const board of boards) board.watchers -= 1
    if (streams.size === 0) this.#groups.delete(key)
  }

  /** Writes one text to all streams of a group, in slices. */
  async #broadcast({ streams, isChunked }: Group, text: string, slice: Slice, revision = Infinity): Promise<void> {
    const chunk = bytesOf(text, isChunked)
    for (const stream of streams) {
      if (slice.left === 0) {
        await yieldToLoop()
        slice.left = SLICE
      }
      slice.left -= 1
      if (stream.from < revision) this.#write(stream, chunk)
    }
  }

  #write(stream: Stream, chunk: Buffer): void {
    const { socket } = stream
    // The stream ended during this broadcast.
    if (!socket.writable) return
    const before = socket.writableLength
    if (before === 0) stream.inFlight = chunk.length
    else if (before < stream.queued) stream.inFlight = before
    socket.write(chunk)
    stream.queued = socket.writableLength
    if (stream.queued - stream.inFlight <= STALLED_BYTES) return
    this.cut += 1
    socket.destroy()
  }

  async #beatAll(now: () => number): Promise<void> {
    const old = performance.now()
    const all = this.#all()
    const over = all.filter(({ vence }) => vence < now())
    await this.#end(SESION_ENDED, over)
    const aged = all.filter((stream) => stream.until < old && !over.includes(stream))
    await this.#end(
      null,
      aged.filter(({ isOld }) => isOld),
    )
    for (const stream of aged) {
      if (stream.isOld) continue
      stream.isOld = true
      stream.until = old + OLD_MS
      const fin: Fin = { motivo: 'edad', espera: randomInt(3_000) }
      this.#write(stream, bytesOf(`event: fin\ndata: ${JSON.stringify(fin)}\n\n`, stream.group.isChunked))
    }
    const text = `event: latido\ndata: {"ahora":${now()}}\n\n`
    const slice = { left: SLICE }
    for (const group of this.#groups.values()) await this.#broadcast(group, text, slice)
  }

  /**
   * Sends a last event to some streams and closes them; no other event follows it. Sockets still open after `CLOSE_MS` are
   * destroyed, because a client that does not read would hold its connection open.
   */
  async #end(last: Fin | null, closing: readonly Stream[]): Promise<void> {
    if (closing.length === 0) return
    for (const stream of closing) this.#drop(stream)
    let left = SLICE
    for (const { socket, group } of closing) {
      if (left === 0) {
        await yieldToLoop()
        left = SLICE
      }
      left -= 1
      const event = last ?? { motivo: 'reinicio', espera: 500 + randomInt(3_000) }
      if (socket.writable) socket.end(lastBytes(event, group.isChunked))
    }
    setTimeout(() => {
      for (const { socket } of closing) socket.destroy()
    }, CLOSE_MS).unref()
  }
}

/** The ids of the sessions that ended (`sesiones`) or got a new token (`renovadas`). */
function sesionesIn(changes: Flush['changes'], field: 'sesiones' | 'renovadas'): string[] {
  return changes.flatMap(({ kind, after }) => {
    if (kind !== 'sesion' || typeof after !== 'object' || after === null) return []
    const ids: unknown = Reflect.get(after, field)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  })
}

/** The bytes on the wire of a text, with the framing of chunked encoding. */
function bytesOf(text: string, isChunked: boolean): Buffer {
  const body = Buffer.from(text)
  return isChunked ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]) : body
}

/** An SSE message with a `Frame`. */
export function messageText(head: Flush['head'], views: readonly string[]): string {
  return `data: {"revision":${head.revision},"views":{${views.join(',')}}}\n\n`
}

/** The last event of a stream, with the end of its body. */
function lastBytes(fin: Fin, isChunked: boolean): Buffer {
  const text = bytesOf(`event: fin\ndata: ${JSON.stringify(fin)}\n\n`, isChunked)
  return isChunked ? Buffer.concat([text, Buffer.from('0\r\n\r\n')]) : text
}

const SESION_ENDED: Fin = { motivo: 'sesion', espera: 0 }
const NO_SESION = { sesionId: '', vence: Infinity }
