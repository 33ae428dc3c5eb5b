import type { Input, Output } from '#contract/define.ts'
import type * as contract from '#contract/acceso.ts'
import { Problem } from '#domain/problem.ts'
import type { Deps } from '../deps.ts'
import type { Act, Caller } from '../http/route.ts'
import type { Tx } from '../db/database.ts'
import type { CuentaTable } from '../db/schema.ts'
import { conocidoOf, setConocidoCookie, setSessionCookie } from '../http/session.ts'
import type { Work } from '../work.ts'
import { makeAdmin } from './admin.ts'
import { beginSignIn } from './attempt.ts'
import { browserOf, conocidoFor } from './conocido.ts'
import { hashQueue } from './hash-queue.ts'
import { networkOf } from '../http/network.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { endOldest, endSesion, endSesionesOf } from './sesiones.ts'
import * as store from './store.ts'

interface SignedIn {
  /** What the password was checked against. */
  readonly cuenta: Pick<CuentaTable, 'id' | 'hash'>
  readonly persona: store.Persona
  readonly token: string
  readonly oldToken: string | undefined
}

/** Lets a person in: an administrator when the e-mail is one's, else the user whose it is (spec section 4). */
export const signIn: Act<typeof contract.signIn, SignedIn> = {
  unkeyed: true,
  asVisitante: true,
  prepare: async (deps, { email, password }, { address, cookieToken, headers }) => {
    const { cuenta, isAdmin } = await deps.db.read(async (tx) => ({
      cuenta: await store.findCuenta(tx, email),
      isAdmin: (await store.findAdminByEmail(tx, email)) !== undefined,
    }))
    const browser = browserOf(conocidoOf(deps.env, headers.cookie), cuenta, deps.now().getTime())
    const attempt = await beginSignIn(deps, { email, address, browser, isAdmin })
    const isRight = await attempt.run(() => verifyPassword(password, cuenta?.hash ?? null))
    await attempt.settle(isRight ? 'success' : 'failure')
    if (!isRight || !cuenta) throw new Problem('session.invalidCredential')
    const persona = await deps.db.read((tx) => identify(tx, email, cuenta.desactivada === 1))
    return { persona, cuenta, token: deps.newToken(), oldToken: cookieToken }
  },
  run: async (work, { email }, { persona, cuenta, token, oldToken }) => {
    // A password that was changed while this one was being checked has ended every session: this is one of them.
    const now = await store.findCuenta(work.tx, email)
    if (now?.hash !== cuenta.hash) throw new Problem('session.invalidCredential')
    if (persona.role === 'usuario' && now?.desactivada === 1) throw new Problem('session.userDisabled')
    await endSesion(work, oldToken)
    const at = work.now().getTime()
    const sesion = {
      tokenHash: store.hashToken(token),
      id: work.newId(),
      role: persona.role,
      personaId: persona.id,
      creada: at,
      vista: at,
    }
    await store.insertSesion(work.tx, sesion)
    await endOldest(work, persona.id, sesion.id)
    return persona
  },
  respond: (deps, reply, { cuenta, token }) => {
    setSessionCookie(deps.env, reply, token)
    // A new id each time: a copy of the earlier cookie cannot fill this browser's bucket any more.
    setConocidoCookie(deps.env, reply, conocidoFor(cuenta, deps.newId(), deps.now().getTime()))
  },
}

async function identify(
  tx: Parameters<typeof store.findCuenta>[0],
  email: string,
  disabled: boolean,
): Promise<store.Persona> {
  const admin = await store.findAdminByEmail(tx, email)
  if (admin) return admin
  if (disabled) throw new Problem('session.userDisabled')
  const usuario = await store.findUsuarioByEmail(tx, email)
  if (usuario) return usuario
  throw new Problem((await store.hasUsuarios(tx)) ? 'usuario.notInDatabase' : 'usuario.noneRegistered')
}

export const signOut: Act<typeof contract.signOut, string | undefined> = {
  unkeyed: true,
  prepare: async (_deps, _input, { cookieToken }) => cookieToken,
  run: async (work, _input, token) => {
    await endSesion(work, token)
    return {}
  },
  respond: (deps, reply) => setSessionCookie(deps.env, reply, null),
}

export const endSesiones: Act<typeof contract.endSesiones, null> = {
  unkeyed: true,
  prepare: async () => null,
  run: async (work) => {
    if (work.actor.role !== 'visitante') await endSesionesOf(work, work.actor.id)
    return {}
  },
  respond: (deps, reply) => setSessionCookie(deps.env, reply, null),
}

export async function readSesion(
  deps: Deps,
  _input: Input<typeof contract.readSesion>,
  { actor }: Caller,
): Promise<Output<typeof contract.readSesion>> {
  if (actor.role === 'visitante') return { role: 'visitante' }
  const persona = await deps.db.read((tx) => store.findPersona(tx, actor.role, actor.id))
  return persona ?? { role: 'visitante' }
}

/** Whether the server sends e-mail. */
export async function readCorreo({ mail }: Deps): Promise<Output<typeof contract.readCorreo>> {
  return { disponible: mail !== null }
}

export async function readEnlace(
  deps: Deps,
  { token }: Input<typeof contract.readEnlace>,
): Promise<Output<typeof contract.readEnlace>> {
  return deps.db.read(async (tx) => {
    const enlace = await store.findEnlace(tx, store.hashToken(token), deps.now().getTime())
    if (!enlace) throw new Problem('enlace.invalid')
    if (enlace.tipo === 'configurar' && (await store.hasAdminWithPassword(tx))) throw new Problem('enlace.invalid')
    await refuseDisabled(tx, enlace.cuentaId)
    return { tipo: enlace.tipo }
  })
}

/** Who sets a password and cannot come in with it is told so before. The link holds: the account may be switched on again. */
async function refuseDisabled(tx: Tx, cuentaId: string | null): Promise<void> {
  const cuenta = cuentaId === null ? undefined : await store.findCuentaById(tx, cuentaId)
  if (cuenta?.desactivada !== 1 || (await store.findAdminByEmail(tx, cuenta.email))) return
  throw new Problem('session.userDisabled')
}

interface Hashed {
  /** Null: the link is not open, and no work was spent on the password. */
  readonly hash: string | null
}

/** Of a link that is used up nothing is said yet: it may be the same request again, which is answered as it was. */
async function hashForOpen(
  deps: Deps,
  { token, password }: { token: string; password: string },
  { address }: Caller,
): Promise<Hashed> {
  const tokenHash = store.hashToken(token)
  const enlace = await deps.db.read((tx) => store.findEnlace(tx, tokenHash, deps.now().getTime()))
  if (!enlace) return { hash: null }
  const place = hashQueue.reserve({ lane: 'known', account: `enlace:${tokenHash}`, network: networkOf(address) })
  return { hash: await place.run(() => hashPassword(password)) }
}

const SECRET = ['token', 'password'] as const

async function take(
  work: Work,
  token: string,
  tipo: 'configurar' | 'restablecer',
): Promise<{ cuentaId: string | null }> {
  const enlace = await store.takeEnlace(work.tx, store.hashToken(token), work.now().getTime())
  if (enlace?.tipo !== tipo) throw new Problem('enlace.invalid')
  return enlace
}

/** The first administrator. Of two who use the link at once, one becomes it; once there is one, no link makes another. */
export const setupAdmin: Act<typeof contract.setupAdmin, Hashed> = {
  secret: SECRET,
  prepare: hashForOpen,
  run: async (work, { token, nombre, email }, { hash }) => {
    await take(work, token, 'configurar')
    if (hash === null || (await store.hasAdminWithPassword(work.tx))) throw new Problem('enlace.invalid')
    await makeAdmin(work, { nombre, email, hash })
    return {}
  },
}

export const resetPassword: Act<typeof contract.resetPassword, Hashed> = {
  secret: SECRET,
  prepare: hashForOpen,
  run: async (work, { token }, { hash }) => {
    const { cuentaId } = await take(work, token, 'restablecer')
    if (cuentaId === null || hash === null) throw new Problem('enlace.invalid')
    await refuseDisabled(work.tx, cuentaId)
    const personas = await store.resetCuenta(work.tx, cuentaId, hash)
    if (personas.length === 0) throw new Problem('enlace.invalid')
    await store.deleteEnlacesOf(work.tx, cuentaId)
    for (const personaId of personas) {
      await endSesionesOf(work, personaId)
      work.changed({ kind: 'usuario', personaId })
    }
    return {}
  },
}
