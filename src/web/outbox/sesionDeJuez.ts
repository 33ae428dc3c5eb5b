import type { Pendiente } from './mark.ts'

/**
 * The session of the judge whose marks this browser has, as far as this tab knows.
 *
 * - `viva`: the judge is signed in.
 * - `terminada`: it ended. Its marks may be handed in as late ones.
 * - `negada`: it ended, and the server refused a hand-in too. The marks wait until the judge signs in.
 * - `ajena`: another person is signed in.
 */
export type SesionDeJuez = 'desconocida' | 'viva' | 'terminada' | 'negada' | 'ajena'

/** How a pending mark is sent now; null: it waits. Nothing else decides it, so the order of the answers does not matter. */
export function viaOf(sesion: SesionDeJuez, mark: Pendiente): Pendiente['via'] | null {
  switch (sesion) {
    case 'viva':
      return mark.via
    case 'terminada':
      return 'tardias'
    case 'desconocida':
    case 'negada':
    case 'ajena':
      return null
    default:
      return sesion satisfies never
  }
}

/**
 * Whether the session of the judge has ended, or another person is signed in. The device then deletes the data of the judge
 * that the server has too.
 */
export function hasEnded(sesion: SesionDeJuez): boolean {
  return sesion === 'terminada' || sesion === 'negada' || sesion === 'ajena'
}
