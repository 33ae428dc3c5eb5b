import { createHash } from 'node:crypto'
import type { Head } from '../db/change-log.ts'
import { encode, type Encoding } from '../http/representation.ts'
import { Queue } from '../queue.ts'
import type { Topic } from './open-views.ts'
import type { OpenedTopics } from './hub.ts'

/** Limit of the snapshots by query. */
const SNAPSHOTS_KEPT = 100
/** Limit of all bytes in the cache. The snapshot used last stays, at any size. */
const BYTES_KEPT = 32 * 1024 * 1024
/** Snapshots that are built at the same time. */
const BUILDS = 2
const LEVELS = { br: 5, gzip: 6 }
const JSON_TYPE = 'application/json; charset=utf-8'

/** A snapshot in one encoding, with its headers as a flat list of names and values. */
export interface SnapshotBytes {
  readonly etag: string
  readonly headers: readonly string[]
  readonly body: Buffer
}

interface CachedSnapshot {
  readonly mark: string
  size: number
  bytes: Promise<SnapshotBytes> | SnapshotBytes
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

  /** The snapshot of some topics. Returns the same object until a topic changes, and no promise once it is built. */
  get(opened: OpenedTopics, encoding: Encoding): Promise<SnapshotBytes> | SnapshotBytes {
    const { head, topics, failing } = opened
    const names = [...topics.map(({ id }) => id), ...failing].join(' ')
    const key = `${encoding} ${names}`
    const mark = `${head.epoch}.${topics.map((topic) => topic.mark).join(' ')}`
    const known = this.#kept.get(key)
    const kept = known?.mark === mark ? known : this.#begin(key, mark, this.#build(opened, names, encoding))
    this.#drop(key)
    this.#kept.set(key, kept)
    this.#bytes += kept.size
    this.#makeRoom()
    return kept.bytes
  }

  /** Waits for its turn before it makes the text: many large ones at once would fill the memory. */
  #build(opened: OpenedTopics, names: string, encoding: Encoding): Promise<SnapshotBytes> {
    return this.#queue.run(async () => {
      const { text, etag } = textOf(opened, names)
      const body = await this.#encode(Buffer.from(text), encoding, LEVELS)
      const named = encoding === 'identity' ? [] : ['content-encoding', encoding]
      const headers = ['etag', etag, 'content-type', JSON_TYPE, 'content-length', String(body.length), ...named]
      return { etag, headers, body }
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
        kept.bytes = bytes
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

/** The snapshots that visitors asked for since the head last moved, by the query that names the views and by encoding. */
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

/** The text of a snapshot, a `Snapshot`, and its tag. */
function textOf({ head, topics, failing }: OpenedTopics, names: string): { text: string; etag: string } {
  const views = topics.map(({ viewKey, board }) => `${JSON.stringify(viewKey)}:${board.all()}`).join(',')
  const { epoch, revision } = head
  const cambio = Math.max(0, ...topics.map((topic) => topic.revision))
  const fallidas = failing.length > 0 ? `,"fallidas":${JSON.stringify(failing)}` : ''
  const text = `{"epoch":"${epoch}","revision":${revision},"cambio":${cambio},"views":{${views}}${fallidas}}`
  // The tag includes the audience, so that a browser does not reuse the administrator's copy for a visitor; and a hash of
  // the content, because an upgrade or another time zone changes the content of the same revision.
  const audience = createHash('sha256').update(names).digest('base64url').slice(0, 10)
  const content = createHash('sha256').update(views).digest('base64url').slice(0, 16)
  return { text, etag: `"${epoch}.${audience}.${content}"` }
}
