import { session } from '../api/session.ts'
import { isBrowserOfJudge } from '../device/judgeOfBrowser.ts'
import { puestoOfBrowser } from '../device/puestoOfBrowser.ts'
import { isPantalla } from '../live/pantalla.ts'

/** What a page of the site does once its first screen is there. */
export function startLater(): void {
  registerWorker()
  prunePuestos()
  // The page of a screen has no session.
  if (!isPantalla) loadOutbox()
}

/** Loads the outbox when this browser is a judge's, or has marks of a judge whose session ended. */
function loadOutbox(): void {
  let isLoading = false
  const check = (): void => {
    if (isLoading || !isBrowserOfJudge()) return
    isLoading = true
    import('../outbox/tab.ts').catch(() => (isLoading = false))
  }
  session.subscribe(check)
  check()
}

/** Deletes what posts of this browser keep by a link that has ended. */
function prunePuestos(): void {
  if (!puestoOfBrowser.read()) return
  // Without a network: the next page of the site tries again.
  import('../device/enlace.ts').then(({ pruneEnlaces }) => pruneEnlaces()).catch(() => undefined)
}

/** Registers the service worker, which keeps the page for a start without a network. Only the build has one. */
function registerWorker(): void {
  // Absent on plain http, other than localhost.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // The browser updates a worker by itself. To register it again would undo its end: see `worker/sw.ts`.
  if (navigator.serviceWorker.controller) return void activateWaiting()
  navigator.serviceWorker.register('/sw.js').catch(() => {
    // No storage, or no worker on the server: the page works without.
  })
}

/** Lets a new worker take over: a request at the wrong moment makes Chromium leave it waiting, for minutes, after `skipWaiting`. */
async function activateWaiting(): Promise<void> {
  const { waiting } = await navigator.serviceWorker.ready
  waiting?.postMessage('activate', [])
}
