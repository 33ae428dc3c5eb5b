/** The service worker, built to `/sw.js` by `scripts/first-paint/worker.ts`. The endpoints never pass through it. */
import { Shell, type KeptFile } from './shell.ts'

declare const self: ServiceWorkerGlobalScope
/** The list of the files to keep, as JSON. The build writes it. */
declare const KEPT_FILES: string

const files: KeptFile[] = JSON.parse(KEPT_FILES)
const shell = new Shell({
  files,
  caches: self.caches,
  fetch: (input, init) => fetch(input, init),
  wait: (ms) => new Promise((resolve) => setTimeout(() => resolve(undefined), ms)),
})

self.addEventListener('install', (event) => {
  event.waitUntil(shell.install().then(() => self.skipWaiting()))
})

// From `activateWaiting`.
self.addEventListener('message', (event) => {
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(shell.clean().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode !== 'navigate') {
    if (shell.serves(pathname)) event.respondWith(shell.file(request, pathname))
  } else if (pathname === '/') {
    const network = fetch(request)
    event.respondWith(shell.page(network))
    event.waitUntil(renew(network))
  }
})

async function renew(network: Promise<Response>): Promise<void> {
  try {
    if (await shell.renew(network)) return
    await shell.remove()
    await self.registration.unregister()
  } catch {
    // The network failed or the storage is full: the page that was kept stays, and the next navigation retries.
  }
}
