import { VISITANTE } from '#domain/actor.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { siteAddress } from '../env.ts'
import { transact, type Work } from '../work.ts'
import { endSesionesOf, hashToken, newToken } from './sesiones.ts'
import { hashPassword } from './password.ts'
import * as store from './store.ts'

const SETUP_MS = 24 * 60 * 60_000

/** Creates an administrator with a password, or gives a password to the imported administrator of that e-mail. */
export async function makeAdmin(
  work: Work,
  admin: { readonly nombre: string | null; readonly email: string; readonly hash: string },
): Promise<void> {
  const id = await store.saveAdmin(work.tx, admin, work.newId)
  const cuentaId = await store.setPassword(work.tx, admin.email, admin.hash, work.newId)
  // The e-mail may belong to a user: their links and sessions must not open this account.
  await store.deleteEnlacesOf(work.tx, cuentaId)
  for (const personaId of await store.replacePassword(work.tx, cuentaId, admin.hash))
    await endSesionesOf(work, personaId)
  work.changed({ kind: 'admin', personaId: id, after: { nombre: admin.nombre, email: admin.email } })
}

/**
 * Creates the administrator of the settings. An existing one without a password gets that of the settings; one with a
 * password is not changed.
 */
export async function ensureAdmin(deps: Deps): Promise<void> {
  const { admin } = deps.env
  if (!admin || (await deps.db.read((tx) => canSignIn(tx, admin.email)))) return
  const hash = await hashPassword(admin.password)
  await transact(deps, { actor: VISITANTE }, async (work) => {
    if (await canSignIn(work.tx, admin.email)) return
    const known = await store.findAdminByEmail(work.tx, admin.email)
    await makeAdmin(work, { ...admin, nombre: known ? null : admin.nombre, hash })
  })
}

/** Whether an administrator has this e-mail and a password. An imported administrator has no password. */
async function canSignIn(tx: Tx, email: string): Promise<boolean> {
  const admin = await store.findAdminByEmail(tx, email)
  return admin !== undefined && ((await store.findCuenta(tx, email))?.hash ?? null) !== null
}

/** Creates the link to set up the first administrator, valid once and for 24 hours. Null when an administrator can sign in. */
export async function setupLink(deps: Deps, port?: number): Promise<string | null> {
  const token = newToken()
  const made = await deps.db.write(async (tx) => {
    if (await store.hasAdminWithPassword(tx)) return false
    await store.deleteEnlaces(tx, 'configurar')
    await store.insertEnlace(tx, {
      tokenHash: hashToken(token),
      tipo: 'configurar',
      cuentaId: null,
      vence: deps.now() + SETUP_MS,
    })
    return true
  })
  return made ? `${siteAddress(deps.env, port)}/#/configurar/${token}` : null
}
