import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/role.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Env } from '../env.ts'

/**
 * The session cookie's name says whether it travels over https alone: settled by the operator's address, never by a request.
 */
function cookieName(env: Env): string {
  return isSecure(env) ? '__Host-sesion' : 'sesion'
}

function isSecure(env: Env): boolean {
  return env.publicUrl ? env.publicUrl.protocol === 'https:' : env.tls !== null
}

/** The session token that a request carries. Read by hand: this stands on the path of every snapshot. */
export function tokenOf(env: Env, cookieHeader: string | undefined): string | undefined {
  const name = `${cookieName(env)}=`
  const found = cookieHeader?.split(';').find((pair) => pair.trimStart().startsWith(name))
  return found?.trim().slice(name.length) || undefined
}

const MAX_AGE_S = 30 * 24 * 60 * 60

/** Gives the browser a session; `null` takes it away. */
export function setSessionCookie(env: Env, reply: FastifyReply, token: string | null): void {
  const secure = isSecure(env) ? '; Secure' : ''
  const age = token === null ? 0 : MAX_AGE_S
  reply.header(
    'set-cookie',
    `${cookieName(env)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`,
  )
}

const selectSesion = statement((tx, { id }: { id: string }) =>
  tx.selectFrom('sesion').select('id').where('id', '=', id),
)

/** Who was let in may have been shown out since, while their body or their file was on its way. Throws then. */
export async function mustStillBeIn(tx: Tx, actor: Actor): Promise<void> {
  if (actor.role === 'visitante') return
  const [sesion] = await selectSesion(tx, { id: actor.sesionId })
  if (!sesion) throw new Problem('session.required')
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/

/**
 * Refuses what another site makes a browser send. With `PUBLIC_URL` the page's origin must be it; without, the page must
 * come from the same loopback host that it asks. Requests without an origin (command lines, judges' apps) carry no cookie by accident.
 */
export function checkOrigin(env: Env, request: FastifyRequest): void {
  const { origin, host = '', 'sec-fetch-site': site } = request.headers
  if (site === 'cross-site') throw new Problem('origin.refused')
  if (origin === undefined) return
  const parsed = URL.canParse(origin) ? new URL(origin) : null
  const allowed = env.publicUrl ? parsed?.origin === env.publicUrl.origin : parsed?.host === host && LOOPBACK.test(host)
  if (!allowed) throw new Problem('origin.refused')
}
