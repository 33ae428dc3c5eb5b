import type * as contract from '#contract/acceso.ts'
import type { Input, Output } from '#contract/define.ts'
import { Problem } from '#domain/problem.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type Act, type Caller, readCookie, setCookie } from '../http/route.ts'
import { acceptSignIn, checkSignIn, claimAttempt, conocidoFor, type Cuenta, type Limit } from './attempts.ts'
import { hashPassword, hashQueue } from './password.ts'
import {
  endSesion,
  endSesionesOf,
  findSesionById,
  hashToken,
  newToken,
  openSesion,
  renewToken,
  replacePassword,
} from './sesiones.ts'
import * as store from './store.ts'

interface SignedIn {
  /** The account as it was when the password was checked. */
  readonly cuenta: Cuenta | undefined
  readonly claimed: readonly Limit[]
  readonly token: string
  readonly oldToken: string | undefined
}

/** Signs in the administrator of an e-mail, else its user. */
export const signIn: Act<typeof contract.signIn, SignedIn> = {
  unkeyed: true,
  prepare: async (deps, { email, password }, { network, cookieToken, headers }) => {
    const { cuenta } = await deps.db.read((tx) => store.findByEmail(tx, email))
    const conocido = readCookie(deps.env, 'conocido', headers.cookie)
    const claimed = await checkSignIn(deps, { email, password, network, cuenta, conocido })
    return { cuenta, claimed, token: newToken(), oldToken: cookieToken }
  },
  run: async (work, { email }, { cuenta, claimed, token, oldToken }) => {
    const { cuenta: now, persona, isDisabled } = await store.findByEmail(work.tx, email)
    // The password may have changed during the check, which ends all sessions.
    if (!now || now.hash !== cuenta?.hash) throw new Problem('session.invalidCredential')
    if (isDisabled) throw new Problem('session.userDisabled')
    if (!persona) throw new Problem((await hasUsuarios(work.tx)) ? 'usuario.notInDatabase' : 'usuario.noneRegistered')
    await acceptSignIn(work, email, claimed)
    await endSesion(work, oldToken)
    await openSesion(work, persona, token)
    return persona
  },
  respond: (deps, reply, { cuenta, token }) => {
    setCookie(deps.env, reply, 'sesion', token)
    // A new id per sign-in: a copy of the previous cookie cannot fill the bucket of this browser.
    if (cuenta) setCookie(deps.env, reply, 'conocido', conocidoFor(cuenta, deps.newId(), deps.now()))
  },
}

async function hasUsuarios(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('users').select('uid').limit(1).executeTakeFirst()) !== undefined
}

export const signOut: Act<typeof contract.signOut, string | undefined> = {
  unkeyed: true,
  prepare: async (_deps, _input, { cookieToken }) => cookieToken,
  run: async (work, _input, token) => {
    await endSesion(work, token)
  },
  respond: (deps, reply) => setCookie(deps.env, reply, 'sesion', null),
}

export const endSesiones: Act<typeof contract.endSesiones, null> = {
  unkeyed: true,
  prepare: async () => null,
  run: async (work) => {
    if (work.actor.role !== 'visitante') await endSesionesOf(work, work.actor.id)
  },
  respond: (deps, reply) => setCookie(deps.env, reply, 'sesion', null),
}

export async function readSesion(
  deps: Deps,
  _input: Input<typeof contract.readSesion>,
  { actor }: Caller,
): Promise<Output<typeof contract.readSesion>> {
  if (actor.role === 'visitante') return { role: 'visitante' }
  const found = await deps.db.read((tx) => findSesionById(tx, actor.sesionId))
  return found?.persona ?? { role: 'visitante' }
}

/** The longest time since the sign-in, so that a tablet left unattended cannot change the password. */
const RECENT_MS = 5 * 60_000

/**
 * Changes the password of the signed-in person. This session continues with a new token; the other sessions of the person
 * end.
 */
export const changePassword: Act<typeof contract.changePassword, { readonly hash: string; readonly token: string }> = {
  unkeyed: true,
  prepare: async (deps, { password }, { actor }) => {
    if (actor.role === 'visitante') throw new Problem('session.required')
    const found = await deps.db.read((tx) => findSesionById(tx, actor.sesionId))
    if (!found || deps.now() - found.creada > RECENT_MS) throw new Problem('session.recentLoginRequired')
    const account = store.emailKeyOf(found.persona.email)
    const hash = await hashQueue.run(
      { account: `sesion:${actor.sesionId}` },
      { claim: () => claimAttempt(deps, [['exito', account]]), hash: () => hashPassword(password) },
    )
    return { hash, token: newToken() }
  },
  run: async (work, _input, { hash, token }) => {
    const { actor } = work
    if (actor.role === 'visitante') throw new Problem('session.required')
    const email = (await findSesionById(work.tx, actor.sesionId))?.persona.email
    const renewed = await renewToken(work.tx, actor.sesionId, hashToken(token))
    if (!email || !renewed) throw new Problem('session.required')
    const cuentaId = await store.ensureCuenta(work.tx, email, work.newId)
    for (const personaId of await replacePassword(work, cuentaId, hash, actor.sesionId)) {
      work.changed({ kind: 'sesion', personaId, after: { renovadas: [actor.sesionId] } })
      work.changed({ kind: actor.role === 'admin' ? 'admin' : 'usuario', personaId, after: { contrasena: 'nueva' } })
    }
  },
  respond: (deps, reply, { token }) => setCookie(deps.env, reply, 'sesion', token),
}
