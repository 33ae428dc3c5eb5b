let shown: Promise<unknown> | undefined

/**
 * Loads the copies of the public views, and resolves when the open views show them. They need the Cache API, which is
 * absent on plain http other than localhost.
 */
export async function loadKept(): Promise<void> {
  if (!('caches' in window)) return
  shown ??= import('../publico/tab.ts').then((tab) => tab.copiesShown)
  // Without a network, and not on the device: the next failure retries.
  await shown.catch(() => (shown = undefined))
}
