import type { Sesion } from '#contract/sesion.ts'
import { useStore } from '../ui/store.ts'
import { session } from './session.ts'

/** The session of this tab; `undefined` until the first answer of the server. */
export function useSession(): Sesion | undefined {
  return useStore(session)
}
