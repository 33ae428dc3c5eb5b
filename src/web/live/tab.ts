import { BUILD_META, isNewerBuild } from '#contract/live.ts'
import { Store } from '../ui/store.ts'
import { ServerClock } from './clock.ts'
import { ConnectionStatus } from './connection.ts'
import { Feed } from './feed.ts'

/** Whether the server has a newer build of the page than the one that is open. Never goes back to false. */
export class NewerBuild extends Store<boolean> {
  readonly #own: () => string | undefined

  constructor(own: () => string | undefined) {
    super(false)
    this.#own = own
  }

  /** Takes the build that the server of a stream named. */
  hear(build: string | undefined): void {
    if (!this.read() && isNewerBuild(build, this.#own())) this.set(true)
  }
}

/** The objects that exist once in a tab. */
export const clock = new ServerClock()
export const connection = new ConnectionStatus()
export const newerBuild = new NewerBuild(
  () => document.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)?.content,
)
export const feed = new Feed({
  clock,
  connection,
  newerBuild,
  fetch: (url, init) => fetch(url, init),
  openSource: (url) => new EventSource(url),
  random: Math.random,
})

/**
 * Tells the feed when the page is hidden or shown and when the network is lost or back: a phone suspends a page and closes
 * its sockets without a browser event. A page that opens in the background sends no request until it is visible.
 */
export function listenToBrowser(): void {
  const wakeIfSeen = (): void => {
    if (!document.hidden) feed.wake()
  }
  if (document.hidden) feed.pause()
  document.addEventListener('visibilitychange', () => (document.hidden ? feed.hide() : feed.wake()))
  // This event also follows the first load of a page: then its first requests are under way and go on.
  window.addEventListener('pageshow', ({ persisted }) => (persisted ? wakeIfSeen() : undefined))
  window.addEventListener('online', wakeIfSeen)
  window.addEventListener('offline', () => feed.disconnect())
}
