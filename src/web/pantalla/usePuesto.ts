import { portada } from '#contract/views/portada.ts'
import { keepLoadedFiles } from '../device/files.ts'
import { feed, useView } from '../live/tab.ts'
import { useMount } from '../ui/useMount.ts'

/** The page has loaded what it needs. */
const LOADED_MS = 5_000

/** Lets the page of a post open without a network: with its files, and with the copies of the public views. Needs https. */
export function usePuesto(): void {
  // By this view the copies know what the public may see.
  useView(portada, {})
  useMount(() => {
    // The browser may delete stored data when space is short, unless the page asks it not to.
    void navigator.storage?.persist?.().catch(() => false)
    if (!('caches' in window) || !('serviceWorker' in navigator)) return
    void showCopies()
    setTimeout(() => void keepLoadedFiles().catch(() => undefined), LOADED_MS)
  })
}

async function showCopies(): Promise<void> {
  const { copies } = await import('../device/tab.ts')
  feed.unanswered.subscribe(() => void copies.show())
  await copies.show()
}
