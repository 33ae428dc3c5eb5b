import { SERVER_TIME_HEADER, snapshotUrl, type Parts, type Snapshot } from '#contract/live.ts'

/** The first part of the name of the cache. The worker removes every cache with it when it ends. */
const PREFIX = 'publico-'
/** The number changes with the format of the copies: those of another format are removed unread. */
const NAME = `${PREFIX}1`
const DEVICE_TIME_HEADER = 'x-device-time'
const EPOCH_HEADER = 'x-epoch'
const RESULTS_HEADER = 'x-results'

/** The public state of one view, as the server sent it to a visitor. */
export interface Copy {
  readonly key: string
  readonly etag: string
  readonly epoch: string
  /** It shows results. Else it is the home page or the schedule, or says that a day is not published. */
  readonly hasResults: boolean
  /** The server's clock, in ms since 1970, when the copy was known to be current. */
  readonly ahora: number
  /** The device's clock at that moment. */
  readonly device: number
  /** The body of the snapshot. */
  readonly body: string
}

/** The copies of public views on this device. Every method rejects when the browser refuses storage. */
export class Copies {
  readonly #caches: CacheStorage

  constructor(caches: CacheStorage) {
    this.#caches = caches
  }

  async read(key: string): Promise<Copy | undefined> {
    const answer = await this.#caches.match(snapshotUrl([key]), { cacheName: NAME, ignoreVary: true })
    if (!answer) return undefined
    const textOf = (name: string): string => answer.headers.get(name) ?? ''
    return {
      key,
      etag: textOf('etag'),
      epoch: textOf(EPOCH_HEADER),
      hasResults: answer.headers.has(RESULTS_HEADER),
      ahora: Number(textOf(SERVER_TIME_HEADER)),
      device: Number(textOf(DEVICE_TIME_HEADER)),
      body: await answer.text(),
    }
  }

  /** Keeps a copy in place of the one with the same key. */
  async write({ key, etag, epoch, hasResults, ahora, device, body }: Copy): Promise<void> {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      etag,
      [EPOCH_HEADER]: epoch,
      ...(hasResults && { [RESULTS_HEADER]: 'true' }),
      [SERVER_TIME_HEADER]: String(ahora),
      [DEVICE_TIME_HEADER]: String(device),
    }
    const cache = await this.#caches.open(NAME)
    await cache.put(snapshotUrl([key]), new Response(body, { headers }))
  }

  async delete(key: string): Promise<void> {
    const cache = await this.#caches.open(NAME)
    await cache.delete(snapshotUrl([key]), { ignoreVary: true })
  }

  /** All copies without their bodies, oldest first. */
  async list(): Promise<Pick<Copy, 'key' | 'epoch' | 'hasResults'>[]> {
    // `open` makes a cache, also one that the worker has just removed.
    if (!(await this.#caches.has(NAME))) return []
    const cache = await this.#caches.open(NAME)
    const requests = await cache.keys()
    const found = await Promise.all(
      requests.map(async (request) => {
        const headers = (await cache.match(request))?.headers
        return {
          key: new URL(request.url).searchParams.get('views') ?? '',
          epoch: headers?.get(EPOCH_HEADER) ?? '',
          hasResults: headers?.has(RESULTS_HEADER) ?? true,
          device: Number(headers?.get(DEVICE_TIME_HEADER)),
        }
      }),
    )
    return found.toSorted((a, b) => a.device - b.device)
  }

  /** Removes the caches of other formats. */
  async removeOthers(): Promise<void> {
    const names = await this.#caches.keys()
    const others = names.filter((name) => name.startsWith(PREFIX) && name !== NAME)
    await Promise.all(others.map((name) => this.#caches.delete(name)))
  }
}

/** The view in a body; `undefined` when the body is no snapshot of it, as the sign-in page of a network. */
export function readBody(body: string, key: string): { readonly epoch: string; readonly parts: Parts } | undefined {
  try {
    // Unknown bytes: read as a snapshot only after each field is checked.
    const { epoch, revision, views } = JSON.parse(body) as Partial<Snapshot>
    const parts = views?.[key]
    const isSnapshot = typeof epoch === 'string' && typeof revision === 'number' && typeof parts === 'object'
    return isSnapshot ? { epoch, parts } : undefined
  } catch {
    // No JSON.
    return undefined
  }
}
