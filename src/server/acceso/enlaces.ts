import type * as contract from '#contract/acceso.ts'
import type { Input, Output } from '#contract/define.ts'
import { Problem } from '#domain/problem.ts'
import { VISITANTE } from '#domain/actor.ts'
import type { Tx } from '../db/database.ts'
import type { CuentaTable } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { siteAddress } from '../env.ts'
import type { Act } from '../http/route.ts'
import { readEvento } from '../evento/store.ts'
import { type Work, transact } from '../work.ts'
import { claimAttempt } from './attempts.ts'
import { cartaForNewPassword } from './mail.ts'
import { hashPassword, hashQueue } from './password.ts'
import { hashToken, newToken, replacePassword } from './sesiones.ts'
import * as store from './store.ts'

/** How long a link sent by e-mail is valid. */
const MAILED_MS = 60 * 60_000

/** Whether the server sends e-mail. */
export async function readCorreoDisponible({ mail }: Deps): Promise<Output<typeof contract.readCorreoDisponible>> {
  return { disponible: mail !== null }
}

/** The purpose and the account of a link. Throws `enlace.invalid` and `session.userDisabled`. */
export async function readEnlace(
  deps: Deps,
  { token }: Input<typeof contract.readEnlace>,
): Promise<Output<typeof contract.readEnlace>> {
  return deps.db.read(async (tx) => {
    const enlace = await store.findEnlace(tx, hashToken(token), deps.now())
    if (!enlace) throw new Problem('enlace.invalid')
    if (enlace.tipo === 'configurar' && (await store.hasAdminWithPassword(tx))) throw new Problem('enlace.invalid')
    const cuenta = await refuseDisabled(tx, enlace.cuentaId)
    return { tipo: enlace.tipo, ...(cuenta && { email: cuenta.email }) }
  })
}

/** Whether a link can still be used. Also true when the database does not answer. */
async function isUsable(deps: Deps, token: string): Promise<boolean> {
  return readEnlace(deps, { token }).then(
    () => true,
    (error: unknown) => !(error instanceof Problem),
  )
}

/** Returns the account. Throws when it is disabled. Its link stays valid, in case the account is enabled again. */
async function refuseDisabled(tx: Tx, cuentaId: string | null): Promise<CuentaTable | undefined> {
  const cuenta = await tx.selectFrom('cuenta').selectAll().where('id', '=', cuentaId).executeTakeFirst()
  if (cuenta?.desactivada !== 1 || (await store.findAdminByEmail(tx, cuenta.email))) return cuenta
  throw new Problem('session.userDisabled')
}

/** The hash of a password. Null when the link is not valid: the password was not hashed. */
type Hashed = string | null

/** Hashes the password if the link is valid. Does not throw for a used link: a repeated request gets its first answer. */
async function hashForLink(deps: Deps, { token, password }: { token: string; password: string }): Promise<Hashed> {
  const tokenHash = hashToken(token)
  const enlace = await deps.db.read((tx) => store.findEnlace(tx, tokenHash, deps.now()))
  if (!enlace) return null
  return hashQueue.run(
    { account: `enlace:${tokenHash}` },
    { claim: async () => null, hash: () => hashPassword(password) },
  )
}

const SECRET = ['token', 'password'] as const

/** Uses a link up. Of two concurrent requests, only one gets it. Throws `enlace.invalid` when it is used, expired or of another kind. */
async function consumeEnlace(work: Work, token: string, tipo: 'configurar' | 'restablecer') {
  const deletion = work.tx
    .deleteFrom('enlace')
    .where('tokenHash', '=', hashToken(token))
    .where('vence', '>', work.now())
  const enlace = await deletion.returningAll().executeTakeFirst()
  if (enlace?.tipo !== tipo) throw new Problem('enlace.invalid')
  return enlace
}

/** Creates the first administrator. Of two concurrent requests, one succeeds. */
export const setupAdmin: Act<typeof contract.setupAdmin, Hashed> = {
  secret: SECRET,
  prepare: hashForLink,
  run: async (work, { token, nombre, email }, hash) => {
    await consumeEnlace(work, token, 'configurar')
    if (hash === null || (await store.hasAdminWithPassword(work.tx))) throw new Problem('enlace.invalid')
    await makeAdmin(work, { nombre, email, hash })
  },
}

/** Sets a new password with a link, and ends every session of the account. */
export const resetPassword: Act<typeof contract.resetPassword, Hashed> = {
  secret: SECRET,
  prepare: hashForLink,
  run: async (work, { token }, hash) => {
    const { cuentaId } = await consumeEnlace(work, token, 'restablecer')
    if (cuentaId === null || hash === null) throw new Problem('enlace.invalid')
    await refuseDisabled(work.tx, cuentaId)
    const personas = await replacePassword(work, cuentaId, hash)
    if (personas.length === 0) throw new Problem('enlace.invalid')
    for (const personaId of personas) work.changed({ kind: 'usuario', personaId, after: { contrasena: 'nueva' } })
  },
}

/** Sends a link to the person of an e-mail. The answer does not reveal whether the e-mail has an account. */
export const requestReset: Act<typeof contract.requestReset, { readonly token: string }> = {
  prepare: async (deps, { email }, { network }) => {
    if (!deps.mail) throw new Problem('correo.notSetUp')
    await claimAttempt(deps, [
      ['olvido-dir', network],
      ['olvido', store.emailKeyOf(email)],
    ])
    return { token: newToken() }
  },
  run: async (work, { email }, { token }) => {
    const { persona, isDisabled } = await store.findByEmail(work.tx, email)
    if (!persona || isDisabled) return
    await store.insertEnlace(work.tx, {
      tokenHash: hashToken(token),
      tipo: 'restablecer',
      cuentaId: await store.ensureCuenta(work.tx, persona.email, work.newId),
      vence: work.now() + MAILED_MS,
    })
    const evento = await readEvento(work.tx, work.deps.env.zonaHoraria)
    const enlace = `${siteAddress(work.deps.env)}/#/restablecer/${token}`
    const carta = cartaForNewPassword({ evento, persona, enlace })
    // Not awaited: the time of the answer must not reveal whether an e-mail is sent.
    work.afterCommit(() => work.deps.mail?.send(carta, () => isUsable(work.deps, token)))
  },
}

const SETUP_MS = 24 * 60 * 60_000

/** Creates an administrator with a password, or gives a password to the imported one of that e-mail; a name of null keeps its name. */
export async function makeAdmin(
  work: Work,
  { nombre, email, hash }: { readonly nombre: string | null; readonly email: string; readonly hash: string },
): Promise<void> {
  const { id } = await work.tx
    .insertInto('admin')
    .values({ id: work.newId(), email: email.trim(), emailKey: store.emailKeyOf(email), nombre })
    .onConflict((conflict) =>
      conflict.column('emailKey').doUpdateSet((eb) => ({ nombre: nombre ?? eb.ref('admin.nombre') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const cuentaId = await store.ensureCuenta(work.tx, email, work.newId)
  // The e-mail may belong to a user: their links and sessions must not open this account.
  await replacePassword(work, cuentaId, hash)
  work.changed({ kind: 'admin', personaId: id, after: { nombre, email } })
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
  const { persona, cuenta } = await store.findByEmail(tx, email)
  return persona?.role === 'admin' && (cuenta?.hash ?? null) !== null
}

/** Creates the link to set up the first administrator, valid once and for 24 hours. Null when an administrator can sign in. */
export async function setupLink(deps: Deps, port?: number): Promise<string | null> {
  const token = newToken()
  const made = await deps.db.write(async (tx) => {
    if (await store.hasAdminWithPassword(tx)) return false
    await tx.deleteFrom('enlace').where('tipo', '=', 'configurar').execute()
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
