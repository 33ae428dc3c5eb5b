import { parseSeguidos, SEGUIDOS_LLENO, toggleSeguido, type Seguidos } from '#domain/seguidos.ts'
import { readLocalText, saveLocalText, Store } from '../ui/store.ts'
import { dismissAbout, toast } from '../ui/toast.ts'

/** The storage key of the followed ids. They are sent nowhere. */
const KEY = 'sigo'

const readKept = (): Seguidos => parseSeguidos(readLocalText(KEY) ?? '[]')

/** The entries that this device follows. */
export const seguidos = new Store(readKept())

// Another tab of the device changed them, or removed all that is stored (without a key).
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) seguidos.set(readKept())
})

export function saveSeguidos(next: Seguidos): void {
  saveLocalText(KEY, next.length > 0 ? JSON.stringify(next) : null)
  seguidos.set(next)
}

/** Follows an entry, or no longer. Says so when there is no room. Another tab may have changed the kept list a moment ago. */
export function pressSeguir(id: string): void {
  const next = toggleSeguido(readLocalText(KEY) === null ? seguidos.read() : readKept(), id)
  if (!next) return toast(SEGUIDOS_LLENO, { tone: 'danger', about: KEY })
  dismissAbout(KEY)
  saveSeguidos(next)
}
