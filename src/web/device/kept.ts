/**
 * Shows the copies of the open views that have no state, and follows the live views from then on. The copies need the Cache
 * API, which is absent on plain http other than localhost.
 */
export async function loadKept(): Promise<void> {
  if (!('caches' in window)) return
  // Without a network, and not on the device: the next failure retries.
  await import('./tab.ts').then(({ copies }) => copies.show()).catch(() => undefined)
}
