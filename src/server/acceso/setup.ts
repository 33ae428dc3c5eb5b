import { addressOf } from '../env.ts'
import type { Deps } from '../deps.ts'
import { transact } from '../work.ts'
import { VISITANTE } from '#domain/role.ts'
import { makeAdmin } from './admin.ts'
import { hashPassword } from './password.ts'
import * as store from './store.ts'

const SETUP_MS = 24 * 60 * 60_000

/** Makes the administrator of the settings if nobody has that e-mail yet; never changes one who exists. */
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

/** An administrator who came in by an import has no password yet: the settings may give the first. */
async function canSignIn(tx: Parameters<typeof store.findCuenta>[0], email: string): Promise<boolean> {
  const admin = await store.findAdminByEmail(tx, email)
  return admin !== undefined && ((await store.findCuenta(tx, email))?.hash ?? null) !== null
}

/** A link that makes the first administrator, once, within a day; null when somebody can already sign in as one. */
export async function setupLink(deps: Deps, port?: number): Promise<string | null> {
  const token = deps.newToken()
  const made = await deps.db.write(async (tx) => {
    if (await store.hasAdminWithPassword(tx)) return false
    await store.deleteEnlaces(tx, 'configurar')
    await store.insertEnlace(tx, {
      tokenHash: store.hashToken(token),
      tipo: 'configurar',
      cuentaId: null,
      vence: deps.now().getTime() + SETUP_MS,
    })
    return true
  })
  return made ? `${addressOf(deps.env, port)}/#/configurar/${token}` : null
}
