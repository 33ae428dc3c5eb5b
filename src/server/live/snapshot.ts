import { createHash } from 'node:crypto'
import type { Head } from '../db/change-log.ts'
import { encode, type Encoding } from '../http/representation.ts'
import { Queue } from '../queue.ts'
import type { Opened } from './hub.ts'

/** Snapshots in the cache. The largest has about a megabyte before its compression, and 100 kB after it. */
const KEPT = 256
/** Snapshots that are built at the same time. */
const BUILDS = 2
const LEVELS = { br: 5, gzip: 6 }
const JSON_TYPE = 'application/json; charset=utf-8'

/** A snapshot in one encoding, with its headers. */
interface SnapshotBytes {
  readonly headers: Readonly<Record<'etag', string>> & Readonly<Record<string, string>>
  readonly body: Buffer
}

interface CachedSnapshot {
  readonly mark: string
  readonly bytes: Promise<SnapshotBytes>
}

interface Contents extends Opened {
  readonly head: Head
  /** The views and their audience. */
  readonly names: string
}

/** A cache of snapshots: each is compressed once per audience, encoding and revision. Holds the last used. */
export class Snapshots {
  /** Least recently used first. */
  readonly #kept = new Map<string, CachedSnapshot>()
  readonly #queue = new Queue(BUILDS)
  readonly #encode: typeof encode

  constructor(compress = encode) {
    this.#encode = compress
  }

  /** The snapshot of some boards. Returns the same object until a board changes. */
  async get(opened: Opened, head: Head, encoding: Encoding): Promise<SnapshotBytes> {
    const { boards, failing } = opened
    const names = [...boards.map(({ id }) => id), ...failing].join(' ')
    // Bytes that are not compressed may be large, and a client chooses the names of views that fail: neither is kept.
    if (encoding === 'identity' || failing.length > 0) return this.#build({ ...opened, head, names }, encoding)
    const key = `${encoding} ${names}`
    const mark = `${head.epoch}.${boards.map(({ serial, revision }) => `${serial}-${revision}`).join(' ')}`
    const known = this.#kept.get(key)
    const kept = known?.mark === mark ? known : { mark, bytes: this.#build({ ...opened, head, names }, encoding) }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest = ''] = this.#kept.keys()
    if (this.#kept.size > KEPT) this.#kept.delete(oldest)
    try {
      return await kept.bytes
    } catch (error) {
      // The next request builds it again.
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
      throw error
    }
  }

  /** Waits for its turn before it makes the text: many large ones at once would fill the memory. */
  #build(contents: Contents, encoding: Encoding): Promise<SnapshotBytes> {
    return this.#queue.run(async () => {
      const { text, etag } = textOf(contents)
      const body = await this.#encode(Buffer.from(text), encoding, LEVELS)
      const named = encoding !== 'identity' && { 'content-encoding': encoding }
      const headers = { etag, 'content-type': JSON_TYPE, 'content-length': String(body.length), ...named }
      return { headers, body }
    })
  }
}

/** The text of a snapshot, a `Snapshot`, and its tag. */
function textOf({ head, boards, failing, names }: Contents): { text: string; etag: string } {
  const views = boards.map((board) => `${JSON.stringify(board.viewKey)}:${board.all()}`).join(',')
  const { epoch, revision } = head
  const cambio = Math.max(0, ...boards.map(({ revision: last }) => last))
  const fallidas = failing.length > 0 ? `,"fallidas":${JSON.stringify(failing)}` : ''
  const text = `{"epoch":"${epoch}","revision":${revision},"cambio":${cambio},"views":{${views}}${fallidas}}`
  // The tag includes the audience, so that a browser does not reuse the administrator's copy for a visitor; and a hash of
  // the content, because an upgrade or another time zone changes the content of the same revision.
  const audience = createHash('sha256').update(names).digest('base64url').slice(0, 10)
  const content = createHash('sha256').update(views).digest('base64url').slice(0, 16)
  return { text, etag: `"${epoch}.${audience}.${content}"` }
}
