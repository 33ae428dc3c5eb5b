/** Registers the service worker, which keeps the page for a start without a network. Only the build has one. */
export function registerWorker(): void {
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
