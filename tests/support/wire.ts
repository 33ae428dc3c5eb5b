import { connect, type Socket } from 'node:net'

/** The answer to one request, byte by byte. Wrong framing is an error. */
export interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

export interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string
}

const CRLF = '\r\n'

/**
 * Reads one HTTP/1.1 response as strictly as the specification allows: the head, then a body in chunks or of the stated
 * length, then nothing. Throws at the first byte that should not be there.
 */
export class ResponseReader {
  head: Head | undefined
  /** The body's last byte has come. */
  complete = false
  readonly #onBody: (piece: Buffer) => void
  readonly #bodiless: boolean
  #rest: Buffer = Buffer.alloc(0)
  /** Bytes of the piece that is being read; in chunks its end is a line of its own. */
  #due = 0
  #chunked = false
  #inChunk = false

  /** `bodiless`: the answer to HEAD, which has no body even when its headers give a length. */
  constructor(onBody: (piece: Buffer) => void, bodiless = false) {
    this.#onBody = onBody
    this.#bodiless = bodiless
  }

  push(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    while (this.#step());
  }

  #step(): boolean {
    if (!this.head) return this.#readHead()
    if (this.complete) {
      if (this.#rest.length > 0) throw new Error(`Bytes after the end of the body: ${show(this.#rest)}`)
      return false
    }
    if (!this.#chunked) return this.#readPiece(0)
    return this.#inChunk ? this.#readPiece(CRLF.length) : this.#readSize()
  }

  #readHead(): boolean {
    const end = this.#rest.indexOf(CRLF + CRLF)
    if (end === -1) return false
    const [statusLine = '', ...lines] = this.#take(end + 4)
      .toString('latin1')
      .slice(0, -4)
      .split(CRLF)
    const status = /^HTTP\/1\.1 (\d{3}) [\w -]*$/.exec(statusLine)?.[1]
    if (status === undefined) throw new Error(`Not a status line: ${statusLine}`)
    const headers: Record<string, string> = {}
    for (const line of lines) {
      const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
      if (name === undefined || value === undefined) throw new Error(`Not a header: ${line}`)
      const known = headers[name.toLowerCase()]
      headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`
    }
    this.head = { status: Number(status), headers }
    this.#chunked = headers['transfer-encoding'] === 'chunked'
    this.#due = Number(headers['content-length'] ?? 0)
    if (this.#bodiless || this.head.status === 304 || (!this.#chunked && this.#due === 0)) this.complete = true
    return true
  }

  #readSize(): boolean {
    const end = this.#rest.indexOf(CRLF)
    if (end === -1 && this.#rest.length < 12) return false
    const line = this.#take(end + 2).toString('latin1')
    const size = /^([1-9a-f][0-9a-f]{0,7}|0)\r\n$/.exec(line)?.[1]
    if (size === undefined) throw new Error(`Not a chunk's size: ${JSON.stringify(line)}`)
    this.#due = Number.parseInt(size, 16)
    this.#inChunk = true
    return true
  }

  /** A whole chunk, or a whole body: never a part of one. */
  #readPiece(tail: number): boolean {
    if (this.#rest.length < this.#due + tail) return false
    const piece = this.#take(this.#due)
    const end = this.#take(tail).toString('latin1')
    if (end !== CRLF.slice(0, tail)) throw new Error(`A chunk does not end where it says: ${JSON.stringify(end)}`)
    this.#inChunk = false
    if (!this.#chunked || piece.length === 0) this.complete = true
    if (piece.length > 0) this.#onBody(piece)
    return true
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }
}

function show(bytes: Buffer): string {
  return JSON.stringify(bytes.subarray(0, 80).toString('latin1'))
}

/** Opens a connection of its own and asks one thing. */
export function ask(origin: string, { method = 'GET', path, headers = {}, body }: Asked): Socket {
  const { hostname, port } = new URL(origin)
  const given = Object.entries({
    host: `${hostname}:${port}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  })
  const lines = given.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join(CRLF))
  return socket
}

export interface Answer extends Head {
  readonly body: Buffer
  /** Everything that came over the wire, the head included. */
  readonly bytes: Buffer
}

/** One request on a connection of its own, and all the bytes it was answered with. */
export async function fetchRaw(origin: string, asked: Asked): Promise<Answer> {
  const socket = ask(origin, { ...asked, headers: { connection: 'close', ...asked.headers } })
  const bytes: Buffer[] = []
  const body: Buffer[] = []
  const reader = new ResponseReader((piece) => body.push(piece), asked.method === 'HEAD')
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes.push(chunk)
    reader.push(chunk)
  }
  if (!reader.head || !reader.complete)
    throw new Error(`Half an answer to ${asked.path}: ${show(Buffer.concat(bytes))}`)
  return { ...reader.head, body: Buffer.concat(body), bytes: Buffer.concat(bytes) }
}
