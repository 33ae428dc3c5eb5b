import { COMO_VISITANTE, snapshotUrl, type Snapshot } from '#contract/live.ts'
import { viewKey } from '#contract/view.ts'
import { pantalla, type Pantalla } from '#contract/views/pantallas.ts'
import { isPuesto } from '#domain/pantalla.ts'
import { clock, connection, feed } from '../live/tab.ts'
import { puesto } from './puesto.ts'
import { puestoOfBrowser } from './puestoOfBrowser.ts'

/** Without a contact for this long a post keeps nothing but its taps, in ms. */
const CONTACTO_MS = 24 * 60 * 60 * 1_000
const CONFIRM_MS = 60_000

/**
 * Keeps what the page of a post receives by its link (`keeps: 'link'`), and shows it while the server does not answer. Other screens
 * keep nothing. Call it once.
 */
export function keepEnlace(enlace: string): void {
  const key = viewKey(pantalla, { enlace })
  let seen: unknown
  const save = (): void => {
    const opened = feed.views.get(key)
    const document = opened?.at && (opened.document() as Pantalla | null)
    if (!opened || !document || !isPuesto(document.muestra.clase)) return
    // A device without room or storage keeps nothing: the page works while it is open.
    puesto.change(enlace, { parts: opened.parts(), ahora: clock.now(), device: Date.now() }).catch(() => undefined)
  }
  const show = async (): Promise<void> => {
    const kept = await puesto.read(enlace).catch(() => undefined)
    const opened = feed.views.get(key)
    if (!kept || !opened || opened.at || opened.failing || isOld(kept.device)) return
    clock.guess(kept.ahora, Math.max(0, Date.now() - kept.device))
    if (opened.origin !== 'copy') opened.showKept(kept.parts)
    connection.keep(kept.ahora)
  }
  feed.progress.subscribe(() => {
    const document = feed.peek(key)
    if (document !== seen) save()
    seen = document
  })
  feed.unanswered.subscribe(() => void show())
  setInterval(() => (connection.read().estado === 'en vivo' ? save() : void pruneEnlaces()), CONFIRM_MS)
}

/**
 * Deletes what posts of this browser keep by a link that has ended, or without a contact for a day. Every page of the site calls
 * it: a device may have been given back.
 */
export async function pruneEnlaces(): Promise<void> {
  const kept = await puesto.listEnlaces().catch(() => [])
  for (const { enlace, device } of kept)
    if (isOld(device) || (await isEnded(enlace).catch(() => false))) await puesto.forget(enlace)
  if (kept.length === 0) puestoOfBrowser.write(false)
}

/** Deletes what this browser keeps by a link that has ended. */
export async function forgetEnlace(enlace: string): Promise<void> {
  if (puestoOfBrowser.read()) await puesto.forget(enlace).catch(() => undefined)
}

/** The clock of the device may have gone back. */
const isOld = (device: number): boolean => Math.abs(Date.now() - device) > CONTACTO_MS

async function isEnded(enlace: string): Promise<boolean> {
  const key = viewKey(pantalla, { enlace })
  const answer = await fetch(`${snapshotUrl([key])}&${COMO_VISITANTE}=1`)
  // The page of a proxy may have this status too.
  if (answer.status === 404) return (await answer.text()).includes('view.unknown')
  // Where another device has its page open, the view is empty. A view that the server cannot show is absent.
  const parts = answer.ok && ((await answer.json()) as Snapshot).views[key]
  return parts ? parts['muestra'] === undefined : false
}
