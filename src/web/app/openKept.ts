import { PUBLICAS } from '#contract/views/publicas.ts'
import { loadKept } from '../device/kept.ts'
import { feed } from '../live/tab.ts'
import { matchRoute, preloadPage } from './routes.tsx'

/** The longest wait for the kept page code and copies, in ms. Until then the page shows the text of the HTML. */
const LONGEST_MS = 300

/**
 * Loads the page of the address and the copies of its views before the first render, when an earlier visit has left both
 * on the device. One render then shows the content, with no placeholder before it.
 */
export async function openKept(): Promise<void> {
  // Without a worker nothing is on the device.
  if (!navigator.serviceWorker?.controller) return
  let isInTime = true
  const path = matchRoute(location.hash.slice(1))?.path
  const page = path && preloadPage(path, () => isInTime)
  const ready = Promise.all([page, loadKept()]).catch(() => {
    // The first render loads the page again, and shows the failure.
  })
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))])
  isInTime = false
}

/**
 * Requests the views of the first screen while the code of its page loads. The feed keeps them without readers for a few
 * seconds.
 */
export function prefetch(): void {
  const path = matchRoute(location.hash.slice(1))?.path
  const { views } = PUBLICAS.find((screen) => screen.path === path) ?? PUBLICAS[0]
  for (const { key, view } of views) feed.open(key, view, () => {})()
}
