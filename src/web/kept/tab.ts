import { session } from '../api/session.ts'
import { clock, connection, feed } from '../live/tab.ts'
import { judgeOfBrowser } from '../outbox/judgeOfBrowser.ts'
import { Copies } from './copies.ts'
import { Kept } from './kept.ts'

const copies = new Copies(caches)

/** The only `Kept` of this tab. */
const kept = new Kept({
  feed,
  clock,
  connection,
  copies,
  fetch: (url, init) => fetch(url, init),
  random: Math.random,
  // Without a worker the page does not open without a network. One that removed itself takes the copies with it.
  isUseful: async () => {
    await navigator.serviceWorker.ready
    return (await navigator.serviceWorker.getRegistration()) !== undefined
  },
  isJudge: () => session.read()?.role === 'juez' || judgeOfBrowser.read() !== null,
})

kept.start()
document.addEventListener('visibilitychange', () => (document.hidden ? kept.hide() : undefined))
void copies.removeOthers().catch(() => {
  // The browser refuses storage: then there is nothing to remove.
})
