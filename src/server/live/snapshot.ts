import { createHash } from 'node:crypto'
import type { Head } from '../db/change-log.ts'
import { encodingsOf, type Encoding } from '../http/representation.ts'
import { Queue } from '../queue.ts'
import type { Topic } from './board.ts'

/** Limit of the snapshots by query. */
const SNAPSHOTS_KEPT = 100
/** Limit of all bytes in the cache. The snapshot used last stays, whatever its size. */
const BYTES_KEPT = 32 * 1024 * 1024
/** Compressions at the same time. */
const COMPRESSIONS = 2
const JSON_TYPE = 'application/json; charset=utf-8'

/** The bytes of a snapshot for each encoding, with their headers as a flat list of names and values. */
export interface SnapshotBytes {
  readonly etag: string
  readonly encodings: Readonly<Record<Encoding, { readonly headers: readonly string[]; readonly body: Buffer }>>
}

interface CachedSnapshot {
  readonly mark: string
  size: number
  bytes: Promise<SnapshotBytes> | SnapshotBytes
}

/** A cache of snapshots: each is built and compressed once per audience and revision. Holds the last used, up to a limit of bytes. */
export class Snapshots {
  /** Least recently used first. */
  readonly #kept = new Map<string, CachedSnapshot>()
  readonly #encode: typeof encodingsOf
  #bytes = 0

  constructor(encode = encodingsOf) {
    const queue = new Queue(COMPRESSIONS)
    this.#encode = (...args) => queue.run(() => encode(...args))
  }

  /** The snapshot of some topics. Returns the same object until a topic changes, and no promise once it is built. */
  get(head: Head, topics: readonly Topic[], failing: readonly string[] = []): Promise<SnapshotBytes> | SnapshotBytes {
    const key = [...topics.map(({ id }) => id), ...failing].join(' ')
    const mark = `${head.epoch}.${topics.map(({ mark }) => mark).join(' ')}`
    const known = this.#kept.get(key)
    const kept =
      known?.mark === mark ? known : this.#begin(key, mark, make(this.#encode, head, { topics, failing }, key))
    this.#drop(key)
    this.#kept.set(key, kept)
    this.#bytes += kept.size
    this.#makeRoom()
    return kept.bytes
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
        kept.bytes = bytes
        if (this.#kept.get(key) !== kept) return
        kept.size = Object.values(bytes.encodings).reduce((sum, { body }) => sum + body.length, 0)
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

/** The snapshots that visitors asked for since the head last moved, by the query that names the views. */
export class VisitorSnapshots {
  readonly #byQuery = new Map<string, VisitorSnapshot>()
  #head: Head | null = null

  /** The snapshot of a query; undefined when it is not known at this head. */
  get(head: Head | null, query: string): SnapshotBytes | undefined {
    const known = head === this.#head ? this.#byQuery.get(query) : undefined
    if (!known) return undefined
    const now = performance.now()
    for (const topic of known.topics) topic.used = now
    return known.bytes
  }

  set(head: Head, query: string, snapshot: VisitorSnapshot): void {
    if (head !== this.#head || this.#byQuery.size >= SNAPSHOTS_KEPT) this.#byQuery.clear()
    this.#head = head
    this.#byQuery.set(query, snapshot)
  }
}

interface VisitorSnapshot {
  readonly topics: readonly Topic[]
  readonly bytes: SnapshotBytes
}

async function make(
  encode: typeof encodingsOf,
  head: Head,
  { topics, failing }: { readonly topics: readonly Topic[]; readonly failing: readonly string[] },
  key: string,
): Promise<SnapshotBytes> {
  const views = topics.map(({ viewKey, board }) => `${JSON.stringify(viewKey)}:${board.all()}`).join(',')
  const fallidas = failing.length > 0 ? `,"fallidas":${JSON.stringify(failing)}` : ''
  const identity = Buffer.from(`{"epoch":"${head.epoch}","revision":${head.revision},"views":{${views}}${fallidas}}`)
  const audience = createHash('sha256').update(key).digest('base64url').slice(0, 10)
  const { br, gzip } = await encode(identity, { br: 5, gzip: 6 })
  // The tag includes the audience, so that a browser does not reuse the administrator's copy for a visitor; and a hash of
  // the content, because an upgrade or another time zone changes the content of the same revision.
  const content = createHash('sha256').update(views).digest('base64url').slice(0, 16)
  const etag = `"${head.epoch}.${audience}.${content}"`
  const entity = (body: Buffer, ...encoding: string[]) => ({
    headers: ['etag', etag, 'content-type', JSON_TYPE, 'content-length', String(body.length), ...encoding],
    body,
  })
  return {
    etag,
    encodings: {
      br: entity(br, 'content-encoding', 'br'),
      gzip: entity(gzip, 'content-encoding', 'gzip'),
      identity: entity(identity),
    },
  }
}
