import { useCallback, useSyncExternalStore } from 'react'
import { viewKey, type Params, type View } from '#contract/view.ts'
import { feed } from './tab.ts'

/** A view as it is now, for an act that says what became of it. `undefined` when nobody has it open. */
export function peekView<P extends Params, Part, D>(view: View<P, Part, D>, params: P): D | undefined {
  return feed.peek(viewKey(view, params)) as D | undefined
}

/** The newest state of a live view; `undefined` until the first arrives. First reader opens it, last reader closes it. */
export function useView<P extends Params, Part, D>(view: View<P, Part, D>, params: P): D | undefined {
  const key = viewKey(view, params)
  const subscribe = useCallback((notify: () => void) => feed.open(key, view, notify), [key, view])
  // The feed knows views by name only; this is where a document gets its type back.
  return useSyncExternalStore(subscribe, () => feed.peek(key) as D | undefined)
}
