import { createHash } from 'node:crypto'
import type { Head } from '../db/change-log.ts'
import { encode, type Encoding } from '../http/representation.ts'
import { Queue } from '../queue.ts'
import type { Opened } from './hub.ts'

/** Limit of all bytes in the cache. The snapshot used last stays, at any size. */
const BYTES_KEPT = 32 * 1024 * 1024
/** Snapshots that are built at the same time. */
const BUILDS = 2
const LEVELS = { br: 5, gzip: 6 }
const JSON_TYPE = 'application/json; charset=utf-8'

/** A snapshot in one encoding, with its headers. */
export interface SnapshotBytes {
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string }
  readonly body: Buffer
}

interface CachedSnapshot {
  readonly mark: string
  readonly bytes: Promise<SnapshotBytes>
  size: number
}

interface Contents extends Opened {
  readonly head: Head
  /** The views and their audience. */
  readonly names: string
}

/**
 * A cache of snapshots: each is built and compressed once per audience, encoding and revision. Holds the last used, up to a
 * limit of bytes.
 */
export class Snapshots {
  /** Least recently used first. */
  readonly #kept = new Map<string, CachedSnapshot>()
  readonly #queue = new Queue(BUILDS)
  readonly #encode: typeof encode
  #bytes = 0

  constructor(compress = encode) {
    this.#encode = compress
  }

  /** The snapshot of some boards. Returns the same object until a board changes. */
  async get(opened: Opened, head: Head, encoding: Encoding): Promise<SnapshotBytes> {
    const { boards, failing } = opened
    const names = [...boards.map(({ id }) => id), ...failing].join(' ')
    const key = `${encoding} ${names}`
    const mark = `${head.epoch}.${boards.map((board) => board.mark).join(' ')}`
    const known = this.#kept.get(key)
    const kept =
      known?.mark === mark ? known : this.#begin(key, mark, this.#build({ ...opened, head, names }, encoding))
    this.#drop(key)
    this.#kept.set(key, kept)
    this.#bytes += kept.size
    this.#makeRoom()
    return kept.bytes
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

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.size ?? 0
    this.#kept.delete(key)
  }

  #makeRoom(): void {
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= BYTES_KEPT || this.#kept.size === 1) return
      this.#drop(oldest)
    }
  }

  /** Puts a snapshot into the cache while it is built; a failed one is removed, so that the next request builds it again. */
  #begin(key: string, mark: string, making: Promise<SnapshotBytes>): CachedSnapshot {
    const kept: CachedSnapshot = { mark, bytes: making, size: 0 }
    void making.then(
      (bytes) => {
        if (this.#kept.get(key) !== kept) return
        kept.size = bytes.body.length
        this.#bytes += kept.size
        this.#makeRoom()
      },
      () => {
        if (this.#kept.get(key) === kept) this.#drop(key)
      },
    )
    return kept
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
