import { randomBytes } from 'node:crypto'

/** What a client of a peer sends to subscribe. An answer of `null`: the subscription is open. */
interface Dialogue {
  readonly path: string
  /** Sent as soon as the WebSocket is open. */
  readonly first: string | null
  /** What the client answers, by the beginning of the server's message. */
  readonly answers: readonly (readonly [said: string, answer: string | null])[]
}

const SUBSCRIBE = '{"op":"subscribe","requestId":1,"query":{"className":"Turno","where":{}}}'

const PROTOCOLS = {
  parse: {
    path: '/parse',
    first: '{"op":"connect","applicationId":"bench"}',
    answers: [
      ['{"op":"connected"', SUBSCRIBE],
      ['{"op":"subscribed"', null],
    ],
  },
  /** Socket.io over the WebSocket from the start. `2` is its ping and `3` its pong. */
  feathers: {
    path: '/socket.io/?EIO=4&transport=websocket',
    first: null,
    answers: [
      ['0{', '40'],
      ['40{', null],
      ['2', '3'],
    ],
  },
} as const satisfies Readonly<Record<string, Dialogue>>

export type Protocol = keyof typeof PROTOCOLS

const TEXT = 1
const PING = 9
const PONG = 10
/** Stands before the number in every record that is saved. */
const NUMBER = '"numero":'
const EMPTY = Buffer.alloc(0)

/** The client's end of a peer's subscription. Reads no more of a message than the number of its record. */
export class Subscriber {
  readonly #dialogue: Dialogue
  readonly #send: (bytes: Buffer | string) => void
  readonly #opened: () => void
  readonly #heard: (number: number) => void
  #isUpgraded = false
  #rest: Buffer = EMPTY

  constructor(
    protocol: Protocol,
    ends: {
      readonly send: (bytes: Buffer | string) => void
      readonly opened: () => void
      readonly heard: (number: number) => void
    },
  ) {
    this.#dialogue = PROTOCOLS[protocol]
    this.#send = ends.send
    this.#opened = ends.opened
    this.#heard = ends.heard
  }

  begin(port: number): void {
    this.#send(
      `GET ${this.#dialogue.path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
  }

  /** Takes what arrived. The bytes may be overwritten afterwards. Throws when the server refuses the WebSocket. */
  take(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = this.#isUpgraded ? 0 : this.#upgrade(bytes)
    for (let frame = frameAt(bytes, at); frame; frame = frameAt(bytes, at)) {
      at = frame.end
      if (frame.opcode === PING) this.#send(frameOf(PONG, bytes.subarray(frame.start, frame.end)))
      if (frame.opcode === TEXT) this.#read(bytes.toString('latin1', frame.start, frame.end))
    }
    this.#rest = at === bytes.length ? EMPTY : Buffer.from(bytes.subarray(at))
  }

  /** Where the frames begin; 0 while the answer is not complete. */
  #upgrade(bytes: Buffer): number {
    const end = bytes.indexOf('\r\n\r\n')
    if (end === -1) return 0
    if (!bytes.toString('latin1', 0, end).startsWith('HTTP/1.1 101 ')) throw new Error(bytes.toString('latin1', 0, 200))
    this.#isUpgraded = true
    if (this.#dialogue.first !== null) this.#say(this.#dialogue.first)
    return end + 4
  }

  #read(text: string): void {
    const at = text.indexOf(NUMBER)
    if (at !== -1) return this.#heard(Number.parseInt(text.slice(at + NUMBER.length), 10))
    const answer = this.#dialogue.answers.find(([said]) => text.startsWith(said))?.[1]
    if (answer === null) this.#opened()
    else if (answer !== undefined) this.#say(answer)
  }

  #say(text: string): void {
    this.#send(frameOf(TEXT, Buffer.from(text)))
  }
}

interface Frame {
  readonly opcode: number
  readonly start: number
  readonly end: number
}

/** A whole frame of a server, which masks nothing; null while some of it is missing. */
function frameAt(bytes: Buffer, at: number): Frame | null {
  if (bytes.length < at + 2) return null
  const opcode = bytes.readUInt8(at) & 0x0f
  const short = bytes.readUInt8(at + 1) & 0x7f
  if (short === 127) throw new Error('A frame of more than 64 KiB is not expected here.')
  const start = at + (short === 126 ? 4 : 2)
  if (bytes.length < start) return null
  const end = start + (short === 126 ? bytes.readUInt16BE(at + 2) : short)
  return bytes.length < end ? null : { opcode, start, end }
}

/** A frame of a client. Its mask is zero, which leaves the bytes as they are. */
function frameOf(opcode: number, body: Buffer): Buffer {
  if (body.length > 125) throw new Error('A client says nothing long here.')
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | body.length, 0, 0, 0, 0]), body])
}
