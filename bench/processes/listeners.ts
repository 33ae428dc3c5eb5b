import { connect, type Socket } from 'node:net'
import { clock, percentile } from '../figures.ts'
import { answerOrders, usage } from '../orders.ts'
import { Subscriber, type Protocol } from '../websocket.ts'

/** Opens streams and notes when each message arrives: of the product, and of a peer. */
interface Listener {
  readonly socket: Socket
  last: number
  rest: string
}

interface Arrivals {
  readonly times: number[]
  done: (all: boolean) => void
  wanted: number
}

/** What arrived of some messages. Times are in ms from the moments given. */
export interface Heard {
  readonly deliveries: number
  readonly faults: number
  readonly p99: readonly number[]
  readonly last: readonly number[]
  readonly bytesEach: number
}

interface Audience {
  readonly port: number
  readonly path: string
  readonly count: number
  /** The local address. Another one each time avoids ports that are still closing. */
  readonly from: string
  /** The protocol of a peer. Default: the event stream of the product. */
  readonly protocol?: Protocol | undefined
}

const OPENING_AT_ONCE = 256
const OPEN_MS = 60_000
const HEARD_MS = 10_000
const shared = Buffer.alloc(256 * 1024)

let listeners: Listener[] = []
let heard = new Map<number, Arrivals>()
let faults = 0
let bytes = 0

const orders = {
  ...usage,
  open: async ({ port, path, count, from, protocol }: Audience): Promise<void> => {
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/event-stream\r\n\r\n`
    const where = { port, host: '127.0.0.1', ...(process.platform === 'linux' && { localAddress: from }) }
    for (let open = 0; open < count; open += OPENING_AT_ONCE) {
      const some = Array.from({ length: Math.min(OPENING_AT_ONCE, count - open) }, () =>
        protocol ? openPeer(where, protocol) : openOne(where, request),
      )
      listeners.push(...(await Promise.all(some)))
    }
  },
  /** Resolves when a message reached everybody; false when it did not within the time. */
  arrived: ({ number }: { readonly number: number }): Promise<boolean> => {
    const arrivals = arrivalsOf(number)
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), HEARD_MS)
      arrivals.wanted = listeners.length
      arrivals.done = (all) => {
        clearTimeout(late)
        resolve(all)
      }
      if (arrivals.times.length >= arrivals.wanted) arrivals.done(true)
    })
  },
  /** What was heard of the messages given, each with the moment it was sent. Forgets everything before. */
  tell: (sent: readonly { readonly number: number; readonly at: number }[]): Heard => {
    const times = sent.map(({ number, at }) => (heard.get(number)?.times ?? []).map((time) => time - at))
    const deliveries = times.reduce((sum, each) => sum + each.length, 0)
    const told: Heard = {
      deliveries,
      faults,
      p99: times.map((each) => percentile(each, 0.99)),
      last: times.map((each) => percentile(each, 1)),
      bytesEach: Math.round(bytes / [...heard.values()].reduce((sum, each) => sum + each.times.length, 0)),
    }
    heard = new Map()
    faults = 0
    bytes = 0
    return told
  },
  close: async (): Promise<void> => {
    await Promise.all(
      listeners.map(
        ({ socket }) =>
          new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve()).destroy())),
      ),
    )
    listeners = []
  },
}
export type ListenersOrders = typeof orders
answerOrders(orders)

interface Where {
  readonly port: number
  readonly host: string
}

function openOne(where: Where, request: string): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('a stream did not open')), OPEN_MS)
    let isOpen = false
    const socket = connect({
      ...where,
      onread: {
        buffer: shared,
        callback: (read) => {
          const text = shared.toString('latin1', 0, read)
          if (isOpen) take(listener, text)
          else if (!text.startsWith('HTTP/1.1 200 ')) reject(new Error(text.slice(0, 200)))
          else {
            isOpen = true
            clearTimeout(late)
            resolve(listener)
          }
          return true
        },
      },
    })
    const listener: Listener = { socket, last: 0, rest: '' }
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.write(request)
  })
}

function openPeer(where: Where, protocol: Protocol): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('a subscription did not open')), OPEN_MS)
    const subscriber = new Subscriber(protocol, {
      send: (said) => socket.write(said),
      opened: () => {
        clearTimeout(late)
        resolve(listener)
      },
      heard: (number) => note(listener, number, clock()),
    })
    const callback = (read: number): boolean => {
      bytes += read
      try {
        subscriber.take(shared.subarray(0, read))
      } catch (error) {
        reject(error)
      }
      return true
    }
    const socket = connect({ ...where, onread: { buffer: shared, callback } })
    const listener: Listener = { socket, last: 0, rest: '' }
    socket.setNoDelay(true)
    socket.on('error', reject)
    subscriber.begin(where.port)
  })
}

/** The start of a message; its number follows. */
const START = 'data: {"revision":'

/** Every whole message bears a number that grows by one. Nothing else of it is read: this must stay cheap. */
function take(listener: Listener, chunk: string): void {
  bytes += chunk.length
  const text = listener.rest + chunk
  const end = text.lastIndexOf('\n\n')
  if (end === -1) {
    listener.rest = text
    return
  }
  const now = clock()
  for (let at = text.indexOf(START); at !== -1 && at < end; at = text.indexOf(START, at)) {
    at += START.length
    note(listener, Number(text.slice(at, text.indexOf(',', at))), now)
  }
  listener.rest = text.slice(end + 2)
}

function note(listener: Listener, number: number, now: number): void {
  if (listener.last !== 0 && number !== listener.last + 1) faults += 1
  // Earlier messages do not count: a message received twice would hide one that was lost.
  if (number <= listener.last) return
  const arrivals = arrivalsOf(number)
  arrivals.times.push(now)
  if (arrivals.times.length === arrivals.wanted) arrivals.done(true)
  listener.last = number
}

function arrivalsOf(number: number): Arrivals {
  const known = heard.get(number)
  if (known) return known
  const arrivals: Arrivals = { times: [], wanted: 0, done: () => undefined }
  heard.set(number, arrivals)
  return arrivals
}
