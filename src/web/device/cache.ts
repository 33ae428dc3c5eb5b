import { publicUrl } from '#contract/publico.ts'
import type { Parts } from '#contract/live.ts'

/** The number changes with the format of the copies. The worker removes every cache with this prefix when it ends. */
const NAME = 'publico-2'
const FORMER = 'publico-1'

/** The copy of one view as a visitor sees it. */
export interface Copy {
  readonly key: string
  readonly epoch: string
  readonly revision: number
  /** The server's clock, in ms since 1970, when the copy was known to be current. */
  readonly ahora: number
  /** The device's clock at that moment. */
  readonly device: number
  readonly parts: Parts
}

/** The copies on this device, by their public address. Every method rejects when the browser refuses storage. */
export const cache = {
  read: async (key: string): Promise<Copy | undefined> => {
    const answer = await caches.match(publicUrl(key), { cacheName: NAME })
    return answer && ((await answer.json()) as Copy)
  },
  /** Keeps a copy as the newest, in place of the one with the same key. */
  write: async (copy: Copy): Promise<void> => {
    const kept = await caches.open(NAME)
    await kept.put(publicUrl(copy.key), new Response(JSON.stringify(copy)))
  },
  delete: async (key: string): Promise<void> => {
    const kept = await keptCache()
    await kept?.delete(publicUrl(key))
  },
  /** The keys of all copies, oldest first. */
  keys: async (): Promise<string[]> => {
    await caches.delete(FORMER)
    const kept = await keptCache()
    const requests = (await kept?.keys()) ?? []
    return requests.map(({ url }) => url.slice(new URL(publicUrl(''), url).href.length))
  },
}

/** The cache, when there is one. `open` makes a missing cache, also one that the worker has just removed: only `write` may do that. */
const keptCache = async (): Promise<Cache | undefined> => ((await caches.has(NAME)) ? caches.open(NAME) : undefined)
