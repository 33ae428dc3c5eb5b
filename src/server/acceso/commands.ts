import type * as contract from '#contract/acceso.ts'
import type { Input, Output } from '#contract/define.ts'
import { Problem } from '#domain/problem.ts'
import type { Tx } from '../db/database.ts'
import type { CuentaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { type Act, type Caller, readCookie, setCookie } from '../http/route.ts'
import { beginAttempt, beginSignIn, conocidoFor } from './attempts.ts'
import { hashPassword, verifyPassword } from './password.ts'
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
  readonly cuenta: Pick<CuentaTable, 'id' | 'hash'>
  readonly persona: store.Persona
  readonly token: string
  readonly oldToken: string | undefined
}

/** Signs in the administrator of an e-mail, else its user. */
export const signIn: Act<typeof contract.signIn, SignedIn> = {
  unkeyed: true,
  prepare: async (deps, { email, password }, { network, cookieToken, headers }) => {
    const { cuenta, isAdmin } = await deps.db.read(async (tx) => ({
      cuenta: await store.findCuenta(tx, email),
      isAdmin: (await store.findAdminByEmail(tx, email)) !== undefined,
    }))
    const conocido = readCookie(deps.env, 'conocido', headers.cookie)
    const attempt = await beginSignIn(deps, { email, network, cuenta, conocido, isAdmin })
    const isRight = await attempt.run(() => verifyPassword(password, cuenta?.hash ?? null))
    await attempt.settle(isRight ? 'success' : 'failure')
    if (!isRight || !cuenta) throw new Problem('session.invalidCredential')
    const persona = await deps.db.read((tx) => mustFindPersona(tx, email, cuenta.desactivada === 1))
    return { persona, cuenta, token: newToken(), oldToken: cookieToken }
  },
  run: async (work, { email }, { persona, cuenta, token, oldToken }) => {
    // The password may have changed during the check, which ends all sessions.
    const now = await store.findCuenta(work.tx, email)
    if (now?.hash !== cuenta.hash) throw new Problem('session.invalidCredential')
    if (persona.role === 'usuario' && now?.desactivada === 1) throw new Problem('session.userDisabled')
    await endSesion(work, oldToken)
    await openSesion(work, persona, token)
    return persona
  },
  respond: (deps, reply, { cuenta, token }) => {
    setCookie(deps.env, reply, 'sesion', token)
    // A new id per sign-in: a copy of the previous cookie cannot fill the bucket of this browser.
    setCookie(deps.env, reply, 'conocido', conocidoFor(cuenta, deps.newId(), deps.now()))
  },
}

/** Finds the administrator or the user with an e-mail. Throws when there is none, or when the user is disabled. */
async function mustFindPersona(tx: Tx, email: string, disabled: boolean): Promise<store.Persona> {
  const admin = await store.findAdminByEmail(tx, email)
  if (admin) return admin
  if (disabled) throw new Problem('session.userDisabled')
  const usuario = await store.findUsuarioByEmail(tx, email)
  if (usuario) return usuario
  const anyone = await tx.selectFrom('users').select('uid').limit(1).executeTakeFirst()
  throw new Problem(anyone ? 'usuario.notInDatabase' : 'usuario.noneRegistered')
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

interface Changing {
  readonly hash: string
  readonly token: string
}

/**
 * Changes the password of the signed-in person. This session continues with a new token; the other sessions of the person
 * end.
 */
export const changePassword: Act<typeof contract.changePassword, Changing> = {
  unkeyed: true,
  prepare: async (deps, { password }, { actor, network }) => {
    if (actor.role === 'visitante') throw new Problem('session.required')
    const found = await deps.db.read((tx) => findSesionById(tx, actor.sesionId))
    if (!found || deps.now() - found.creada > RECENT_MS) throw new Problem('session.recentLoginRequired')
    const account = store.emailKeyOf(found.persona.email)
    const lane = actor.role === 'admin' ? 'administrator' : 'known'
    const attempt = await beginAttempt(deps, { lane, account, network }, [['exito', account]])
    return { hash: await attempt.run(() => hashPassword(password)), token: newToken() }
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
