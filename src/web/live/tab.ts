import { BUILD_META, COMO_VISITANTE, isNewerBuild } from '#contract/live.ts'
import { Store, useStore } from '../ui/store.ts'
import { ServerClock, ConnectionStatus } from './connection.ts'
import { Feed } from './feed.ts'
import { isPantalla } from './pantalla.ts'
import { useMemo } from 'react'
import { viewKey, type Params, type View } from '#contract/view.ts'

const AS_VISITANTE = isPantalla ? `&${COMO_VISITANTE}=1` : ''

/** The objects that exist once in a tab. */
export const clock = new ServerClock()
export const connection = new ConnectionStatus()
/** Whether the server has a newer build of the page than the one that is open. Never goes back to false. */
export const newerBuild = new Store(false)
export const feed = new Feed({
  clock,
  connection,
  hearBuild: (build) => {
    const own = document.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)?.content
    if (isNewerBuild(build, own)) newerBuild.set(true)
  },
  fetch: (url, init) => fetch(`${url}${AS_VISITANTE}`, init),
  openSource: (url) => new EventSource(`${url}${AS_VISITANTE}`),
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

/** The current document of a view, for messages about a command. `undefined` when no component reads the view. */
export function peekView<P extends Params, Part, D>(view: View<P, Part, D>, params: P): D | undefined {
  return feed.peek(viewKey(view, params)) as D | undefined
}

/**
 * Subscribes to a live view and returns its newest document; `undefined` until the first one arrives, and without parameters.
 * The first component that reads a view opens it, the last one closes it.
 *
 * @example
 * const list = useView(categoriasView, {})
 * if (!list) return <Loading>Cargando categorías...</Loading>
 * return <CategoriasTable list={list} />
 */
export function useView<P extends Params, Part, D>(view: View<P, Part, D>, params: P | undefined): D | undefined {
  return useViews(view, [params])[0]
}

/** Subscribes to a live view with several parameters, as `useView` does with one; the list is not empty and has none twice. The same array until a document changes. */
export function useViews<P extends Params, Part, D>(
  view: View<P, Part, D>,
  list: readonly (P | undefined)[],
): readonly (D | undefined)[] {
  const text = list.map((params) => params && viewKey(view, params)).join(' ')
  return useStore(useMemo(() => documentsOf<Part, D>(text.split(' '), view), [text, view]))
}

/** The documents of some keys as a store; `undefined` for an empty key. */
function documentsOf<Part, D>(
  keys: readonly string[],
  view: View<Params, Part, D>,
): Pick<Store<readonly (D | undefined)[]>, 'subscribe' | 'read'> {
  let last: readonly (D | undefined)[] = []
  return {
    subscribe: (notify) => {
      const closes = keys.filter((key) => key !== '').map((key) => feed.open(key, view, notify))
      return () => {
        for (const close of closes) close()
      }
    },
    read: () => {
      // The feed knows views by key only; the documents get their type here.
      const next = keys.map((key) => (key === '' ? undefined : (feed.peek(key) as D | undefined)))
      if (next.length !== last.length || next.some((document, index) => document !== last[index])) last = next
      return last
    },
  }
}

/** Shown in place of a view that the server cannot show. */
export const VIEW_DAMAGED =
  'Hay un dato guardado que no se puede leer. Avisa a la organización: esta parte volverá sola en cuanto se corrija.'

/** Why some views do not arrive: `view`, the server cannot show one of them; `connection`, the server does not answer. */
export function useFailure(keys: readonly string[]): 'view' | 'connection' | null {
  const isFailing = useStore({
    subscribe: feed.progress.subscribe,
    read: () => keys.some((key) => feed.views.get(key)?.failing),
  })
  const { estado } = useStore(connection)
  if (isFailing) return 'view'
  return estado === 'sin conexión' ? 'connection' : null
}

/**
 * The server's time, in whole seconds or minutes (ms since 1970). The component renders once per step: use `minute`
 * where seconds are not shown. `from`: see `ServerClock.minute`.
 */
export function useServerClock(step: 'second' | 'minute', from?: number | null): number {
  return useStore({ subscribe: clock.subscribe, read: () => (step === 'minute' ? clock.minute(from) : clock.second()) })
}
