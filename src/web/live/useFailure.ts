import { useStore } from '../ui/store.ts'
import { connection, feed } from './tab.ts'

/** Shown in place of a view that the server cannot show. */
export const VIEW_DAMAGED =
  'Hay un dato guardado que no se puede leer. Avisa a la organización: esta parte volverá sola en cuanto se corrija.'

/** Why some views do not arrive: `view`, the server cannot show one of them; `connection`, the server does not answer. */
export function useFailure(keys: readonly string[]): 'view' | 'connection' | null {
  const isFailing = useStore({
    subscribe: feed.failing.subscribe,
    read: () => keys.some((key) => feed.failing.has(key)),
  })
  const { estado } = useStore(connection)
  if (isFailing) return 'view'
  return estado === 'sin conexión' ? 'connection' : null
}
