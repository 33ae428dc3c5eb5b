import type { Work } from '../work.ts'
import { endSesionesOf } from './sesiones.ts'
import * as store from './store.ts'

/** Makes an administrator who can sign in; an imported one of that e-mail becomes able to. */
export async function makeAdmin(
  work: Work,
  admin: { readonly nombre: string | null; readonly email: string; readonly hash: string },
): Promise<void> {
  const id = await store.saveAdmin(work.tx, admin, work.newId)
  const cuentaId = await store.setPassword(work.tx, admin.email, admin.hash, work.newId)
  // The e-mail may have been a user's: what somebody holds of theirs, a link or a session, would open this account.
  await store.deleteEnlacesOf(work.tx, cuentaId)
  for (const personaId of await store.resetCuenta(work.tx, cuentaId, admin.hash)) await endSesionesOf(work, personaId)
  work.changed({ kind: 'admin', personaId: id, after: { nombre: admin.nombre, email: admin.email } })
}
