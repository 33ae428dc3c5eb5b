import { BUILD_META } from '#contract/live.ts'

/** The cache of one build. The worker answers from it with what it does not keep itself (`worker/shell.ts`). */
const PREFIX = 'puesto-'

/**
 * Keeps the files that this page has loaded, so that it opens without a network. Only posts call it: the worker keeps what every
 * visitor needs, and this is more than that. Rejects when the browser refuses storage.
 */
export async function keepLoadedFiles(): Promise<void> {
  await navigator.serviceWorker.ready
  const name = PREFIX + String(document.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)?.content)
  const cache = await caches.open(name)
  const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name))
  const own = new Set(
    loaded
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname),
  )
  for (const path of own)
    if (!(await cache.match(path))) await cache.add(new Request(path, { credentials: 'omit', redirect: 'error' }))
  for (const former of await caches.keys())
    if (former.startsWith(PREFIX) && former !== name) await caches.delete(former)
}
