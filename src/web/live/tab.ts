import { BUILD_META } from '#contract/live.ts'
import { ServerClock } from './clock.ts'
import { ConnectionStatus } from './connection.ts'
import { Feed } from './feed.ts'
import { Version } from './version.ts'

/** What there is once in a tab. */
export const clock = new ServerClock()
export const connection = new ConnectionStatus()
export const feed = new Feed({
  clock,
  connection,
  fetch: (url, init) => fetch(url, init),
  openSource: (url) => new EventSource(url),
  random: Math.random,
})
export const version = new Version(() => document.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)?.content)
feed.onBuild = (build) => version.hear(build)

/**
 * Phones suspend pages and kill their sockets without a word: the feed is told whatever the browser lets us know. A page
 * that opens in the background asks for nothing until it is seen.
 */
export function listenToBrowser(): void {
  const wakeIfSeen = (): void => {
    if (!document.hidden) feed.wake()
  }
  if (document.hidden) feed.pause()
  document.addEventListener('visibilitychange', () => (document.hidden ? feed.hide() : feed.wake()))
  // Also fired when the page has loaded: then its first requests are under way and go on.
  window.addEventListener('pageshow', ({ persisted }) => (persisted ? wakeIfSeen() : undefined))
  window.addEventListener('online', wakeIfSeen)
  window.addEventListener('offline', () => feed.disconnect())
}
