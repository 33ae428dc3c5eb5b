import { ServerClock } from './clock.ts'
import { ConnectionStatus } from './connection.ts'
import { Feed } from './feed.ts'

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

/** Phones suspend pages and kill their sockets without a word: the feed is told whatever the browser lets us know. */
export function listenToBrowser(): void {
  document.addEventListener('visibilitychange', () => (document.hidden ? feed.hide() : feed.wake()))
  window.addEventListener('pageshow', () => feed.wake())
  window.addEventListener('online', () => feed.wake())
  window.addEventListener('offline', () => feed.disconnect())
}
