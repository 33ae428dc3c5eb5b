import type * as contract from '#contract/acceso.ts'
import { Problem } from '#domain/problem.ts'
import { addressOf } from '../env.ts'
import type { Act } from '../http/route.ts'
import { setSessionCookie } from '../http/session.ts'
import { readEvento } from '../portada/store.ts'
import type { Work } from '../work.ts'
import { resetCarta } from './cartas.ts'
import { beginAttempt } from './attempt.ts'
import { accountBucket, claimAttempt, resetBuckets } from './limits.ts'
import { networkOf } from '../http/network.ts'
import { hashPassword } from './password.ts'
import { endSesionesOf } from './sesiones.ts'
import * as store from './store.ts'

/** So recent must the sign-in be: a tablet that was left open must not give its account away. */
const RECENT_MS = 5 * 60_000
/** A link that travels by e-mail. */
const MAILED_MS = 60 * 60_000

interface Changing {
  readonly hash: string
  readonly token: string
}

/** Sets a new password. This session goes on under a new token; every other one of theirs ends. */
export const changePassword: Act<typeof contract.changePassword, Changing> = {
  unkeyed: true,
  prepare: async (deps, { password }, { actor, address }) => {
    if (actor.role === 'visitante') throw new Problem('session.required')
    const { sesion, persona } = await deps.db.read(async (tx) => ({
      sesion: await store.findSesionById(tx, actor.sesionId),
      persona: await store.findPersona(tx, actor.role, actor.id),
    }))
    if (!sesion || deps.now().getTime() - sesion.creada > RECENT_MS) throw new Problem('session.recentLoginRequired')
    const account = persona?.email ?? ''
    const lane = actor.role === 'admin' ? 'administrator' : 'known'
    const asker = { lane, account: store.emailKeyOf(account), network: networkOf(address) } as const
    const attempt = await beginAttempt(deps, asker, [accountBucket(account)])
    return { hash: await attempt.run(() => hashPassword(password)), token: deps.newToken() }
  },
  run: async (work, _input, { hash, token }) => {
    const { actor } = work
    if (actor.role === 'visitante') throw new Problem('session.required')
    const persona = await store.findPersona(work.tx, actor.role, actor.id)
    const renewed = await store.renewToken(work.tx, actor.sesionId, store.hashToken(token))
    if (!persona?.email || !renewed) throw new Problem('session.required')
    const cuentaId = await store.ensureCuenta(work.tx, persona.email, work.newId)
    await store.deleteEnlacesOf(work.tx, cuentaId)
    for (const personaId of await store.resetCuenta(work.tx, cuentaId, hash)) {
      await endSesionesOf(work, personaId, actor.sesionId)
      work.changed({ kind: actor.role === 'admin' ? 'admin' : 'usuario', personaId, after: { contrasena: 'nueva' } })
    }
    return {}
  },
  respond: (deps, reply, { token }) => setSessionCookie(deps.env, reply, token),
}

/** Sends a link to whom an e-mail belongs. Whoever asks learns nothing of whether it belongs to anybody. */
export const requestReset: Act<typeof contract.requestReset, { readonly token: string }> = {
  prepare: async (deps, { email }, { address }) => {
    if (!deps.mail) throw new Problem('correo.notSetUp')
    await claimAttempt(deps, resetBuckets(email, address))
    return { token: deps.newToken() }
  },
  run: async (work, { email }, { token }) => {
    const recipient = await findRecipient(work, email)
    if (!recipient) return {}
    await store.insertEnlace(work.tx, {
      tokenHash: store.hashToken(token),
      tipo: 'restablecer',
      cuentaId: await store.ensureCuenta(work.tx, recipient.email, work.newId),
      vence: work.now().getTime() + MAILED_MS,
    })
    const evento = await readEvento(work.tx, work.deps.env.zonaHoraria)
    const enlace = `${addressOf(work.deps.env)}/#/restablecer/${token}`
    const carta = resetCarta({ evento, persona: recipient, enlace })
    // Not waited for: how long the answer takes must not tell whether there was anything to send.
    work.afterCommit(async () => work.deps.mail?.send(carta))
    return {}
  },
}

/** An account that is switched off gets no link: it would open nothing. */
async function findRecipient(work: Work, email: string): Promise<store.Persona | undefined> {
  const admin = await store.findAdminByEmail(work.tx, email)
  if (admin) return admin
  const cuenta = await store.findCuenta(work.tx, email)
  return cuenta?.desactivada === 1 ? undefined : store.findUsuarioByEmail(work.tx, email)
}
