import { BUILD_META } from '#contract/live.ts'

/** The cache of one build. The worker answers from it with what it does not keep itself (`worker/shell.ts`). */
const PREFIX = 'puesto-'
/** The files that this page has kept. */
const kept = new Set<string>()

/**
 * Keeps the files that this page has loaded, so that it opens without a network. Only posts call it: the worker keeps the files that
 * every visitor needs. Does nothing on plain http. Rejects without a network, and when the browser refuses storage.
 */
export async function keepLoadedFiles(): Promise<void> {
  if (!navigator.serviceWorker?.controller) return
  const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name))
  const own = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  const missing = own.map(({ pathname }) => pathname).filter((path) => !kept.has(path))
  if (missing.length === 0) return
  const name = PREFIX + String(document.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)?.content)
  const cache = await caches.open(name)
  for (const path of missing) {
    if (!(await cache.match(path))) await cache.add(new Request(path, { credentials: 'omit', redirect: 'error' }))
    kept.add(path)
  }
  for (const former of await caches.keys())
    if (former.startsWith(PREFIX) && former !== name) await caches.delete(former)
}
