import { lugarText, type Lugar } from '#domain/lista.ts'
import { Status } from '../ui/Aviso.tsx'
import { Store, useStore } from '../ui/store.ts'
import { useUnmount } from '../ui/useMount.ts'

const said = new Store('')

/** Tells a screen reader where an entry stands after a move; `null` once another move begins. */
export function sayLugar(nombre: string, lugar: Lugar | null): void {
  said.set(lugar ? lugarText(nombre, lugar) : '')
}

/** The live region of the moves: the focus stays on the button, which does not say the new place. */
export function LugarStatus() {
  useUnmount(() => said.set(''))
  return <Status className="sr-only">{useStore(said)}</Status>
}
