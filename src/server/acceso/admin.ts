import type { Work } from '../work.ts'
import { endSesionesOf } from './sesiones.ts'
import * as store from './store.ts'

/** Makes an administrator who can sign in; an imported one of that e-mail becomes able to. */
export async function makeAdmin(
  work: Work,
  admin: { readonly nombre: string | null; readonly email: string; readonly hash: string },
): Promise<void> {
  const id = await store.saveAdmin(work.tx, admin, work.newId)
  await store.setPassword(work.tx, admin.email, admin.hash, work.newId)
  await endSesionesOf(work, id)
  work.changed({ kind: 'admin', personaId: id, after: { nombre: admin.nombre, email: admin.email } })
}
