import type { Sesion } from '#contract/sesion.ts'
import { useStore } from '../ui/store.ts'
import { session } from './session.ts'

/** Who is signed in; `undefined` until the server has said so. */
export function useSession(): Sesion | undefined {
  return useStore(session)
}
