import { COMO_VISITANTE } from '#contract/live.ts'
import { viewKey } from '#contract/view.ts'
import { pantalla, type Pantalla } from '#contract/views/pantallas.ts'
import { isPuesto } from '#domain/pantalla.ts'
import { askSnapshot, ViewsUnknown, type Fetch } from '../live/snapshot.ts'
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
  setInterval(
    () => (connection.read().estado === 'en vivo' ? save() : void pruneEnlaces().catch(() => undefined)),
    CONFIRM_MS,
  )
}

/**
 * Deletes what posts of this browser keep by a link that has ended, or without a contact for a day. Every page of the site calls
 * it: a device may have been given back. Rejects when storage fails.
 */
export async function pruneEnlaces(): Promise<void> {
  const kept = await puesto.listEnlaces()
  if (kept.length === 0) puestoOfBrowser.write(false)
  for (const { enlace, device, ahora } of kept) {
    const isOver = isOld(device) || (await isEnded(enlace).catch(() => undefined))
    if (isOver) await puesto.forget(enlace)
    else if (isOver === false) await puesto.change(enlace, { device: Date.now(), ahora: ahora + Date.now() - device })
  }
}

/** Deletes what this browser keeps by a link that has ended. */
export async function forgetEnlace(enlace: string): Promise<void> {
  if (puestoOfBrowser.read()) await puesto.forget(enlace).catch(() => undefined)
}

/** The clock of the device may have gone back. */
const isOld = (device: number): boolean => Math.abs(Date.now() - device) > CONTACTO_MS

/** Rejects without an answer of the server. */
async function isEnded(enlace: string): Promise<boolean> {
  const key = viewKey(pantalla, { enlace })
  const ask: Fetch = (url, init) => fetch(`${url}&${COMO_VISITANTE}=1`, init)
  try {
    const { snapshot } = await askSnapshot(ask, [key], new AbortController().signal)
    const parts = snapshot.views[key]
    // Where another device has its page open, the view is empty. A view that the server cannot show is absent.
    return parts !== undefined && parts['muestra'] === undefined
  } catch (error) {
    if (error instanceof ViewsUnknown) return true
    throw error
  }
}
