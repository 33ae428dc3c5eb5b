import { checkAfter } from '../api/send.ts'
import { juez } from '#contract/views/jueces.ts'
import { portada } from '#contract/views/portada.ts'
import { viewKey } from '#contract/view.ts'
import { session } from '../api/session.ts'
import { indexedDbShelf } from '../device/database.ts'
import { judgeOfBrowser } from '../device/judgeOfBrowser.ts'
import { clock, connection, feed, peekView } from '../live/tab.ts'
import { deliver } from './sender.ts'
import { Outbox } from './outbox.ts'

const NAME = 'juez'
const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel(NAME) : undefined

/** The only `Outbox` of this tab. Every page reads and changes the marks of the judge through it. */
export const outbox = new Outbox({
  shelf: indexedDbShelf(NAME),
  deliver,
  memory: judgeOfBrowser,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it stays in this origin.
  announce: () => otherTabs?.postMessage(null),
  checkSession: (error) => void checkAfter(error),
  clock: () => ({ ahora: clock.now(), zona: peekView(portada, {})?.evento.zonaHoraria }),
})

let stopView: (() => void) | undefined

/** Gives the live view of the judge to the outbox. */
function passDocumento(): void {
  const documento = peekView(juez, {})
  if (documento) outbox.hear(documento)
}

/**
 * Gives the session to the outbox. Opens the view of the judge while the session is a judge's, so that the document is
 * kept up to date on every page.
 */
function passSesion(): void {
  const sesion = session.read()
  outbox.meet(sesion)
  if (sesion?.role === 'juez') {
    stopView ??= feed.open(viewKey(juez), juez, passDocumento)
    passDocumento()
    return
  }
  stopView?.()
  stopView = undefined
}

outbox.subscribe(() => {
  const { kept, sesion } = outbox.read()
  if (kept && sesion === 'desconocida') connection.keep(kept.ahora, kept.zona)
})
session.subscribe(passSesion)
passSesion()
otherTabs?.addEventListener('message', () => void outbox.reread())
connection.subscribe(() => {
  if (connection.read().estado === 'en vivo') outbox.wake()
})
window.addEventListener('online', () => outbox.wake())
document.addEventListener('visibilitychange', () => (document.hidden ? undefined : outbox.wake()))
// The browser may delete stored data when space is short, unless the page asks it not to.
void navigator.storage?.persist?.().catch(() => false)
