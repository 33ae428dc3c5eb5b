let isLoading = false

/** Loads the copies of the public views. They need the Cache API, which is absent on plain http other than localhost. */
export function loadKept(): void {
  if (isLoading || !('caches' in window)) return
  isLoading = true
  import('../kept/tab.ts').catch(() => (isLoading = false))
}
