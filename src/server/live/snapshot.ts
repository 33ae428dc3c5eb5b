import { createHash } from 'node:crypto'
import type { Head } from '../db/change-log.ts'
import { encodingsOf, type Encoding } from '../http/representation.ts'
import type { Topic } from './topic.ts'

const KEPT = 100
const JSON_TYPE = 'application/json; charset=utf-8'

/** A snapshot's bytes, as they go out, and the headers that tell of them: names and values in turn. */
export interface SnapshotBytes {
  readonly etag: string
  readonly encodings: Readonly<Record<Encoding, { readonly headers: readonly string[]; readonly body: Buffer }>>
}

interface Kept {
  readonly mark: string
  bytes: Promise<SnapshotBytes> | SnapshotBytes
}

/** The bytes of the snapshots that are asked for: made once per audience and revision, compressed once. */
export class Snapshots {
  /** Who was asked for last stands last. */
  readonly #kept = new Map<string, Kept>()
  readonly #encode: typeof encodingsOf

  constructor(encode = encodingsOf) {
    this.#encode = encode
  }

  /** The same object until a topic's answer changes; no promise once it is there. */
  get(head: Head, topics: readonly Topic[], failing: readonly string[] = []): Promise<SnapshotBytes> | SnapshotBytes {
    const key = [...topics.map(({ id }) => id), ...failing].join(' ')
    const mark = `${head.epoch}.${topics.map(({ mark }) => mark).join(' ')}`
    const known = this.#kept.get(key)
    const kept =
      known?.mark === mark ? known : this.#begin(key, mark, make(this.#encode, head, { topics, failing }, key))
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return kept.bytes
  }

  /** What could not be made is made anew for who asks next. */
  #begin(key: string, mark: string, making: Promise<SnapshotBytes>): Kept {
    const kept: Kept = { mark, bytes: making }
    void making.then(
      (bytes) => (kept.bytes = bytes),
      () => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key)
      },
    )
    return kept
  }
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
  const whose = createHash('sha256').update(key).digest('base64url').slice(0, 10)
  const { br, gzip } = await encode(identity, { br: 5, gzip: 6 })
  // The audience is part of the tag: a tag earned as administrator says nothing to the visitor who comes after. So is what
  // is said: after an upgrade, or in another zone, the same revision may say other things.
  const said = createHash('sha256').update(views).digest('base64url').slice(0, 16)
  const etag = `"${head.epoch}.${whose}.${said}"`
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
