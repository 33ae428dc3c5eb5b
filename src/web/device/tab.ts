import { clock, connection, feed } from '../live/tab.ts'
import { cache } from './cache.ts'
import { Copies } from './copies.ts'
import { isBrowserOfJudge } from './judgeOfBrowser.ts'

/** The age of a page at which it may request copies, in ms. */
const REST_MS = 3_000

/** Resolves `REST_MS` after the start of the page: the files and images of the first screen are requested first. */
const afterFirstScreen = new Promise((resolve) => setTimeout(resolve, REST_MS - performance.now()))

/** The only `Copies` of this tab. */
export const copies = new Copies({
  feed,
  clock,
  connection,
  cache,
  fetch: (url, init) => fetch(url, init),
  // Without a worker the page does not open without a network. A worker that removes itself removes the copies too.
  isUseful: async () => {
    await afterFirstScreen
    await navigator.serviceWorker.ready
    return (await navigator.serviceWorker.getRegistration()) !== undefined
  },
  isJudge: isBrowserOfJudge,
})

copies.start()
document.addEventListener('visibilitychange', () => (document.hidden ? copies.hide() : undefined))
// Some browsers leave a page without the event above.
window.addEventListener('pagehide', () => copies.hide())
