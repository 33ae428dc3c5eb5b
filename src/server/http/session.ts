import { isIPv6 } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireSesion, type Actor } from '#domain/actor.ts'
import { Problem } from '#domain/problem.ts'
import { type Tx, statement } from '../db/database.ts'
import type { Credential } from '../deps.ts'
import type { Env } from '../env.ts'

/** `sesion`: the token of the session. `conocido`: the mark of a known browser. */
type Cookie = 'sesion' | 'conocido'

/**
 * The `__Host-` prefix restricts a cookie to https. It depends on the settings, never on the request.
 */
function cookieName(env: Env, cookie: Cookie): string {
  return isSecure(env) ? `__Host-${cookie}` : cookie
}

function isSecure(env: Env): boolean {
  return env.publicUrl ? env.publicUrl.protocol === 'https:' : env.tls !== null
}

/** Reads a cookie without a parser, for speed: every snapshot calls it. */
export function readCookie(env: Env, cookie: Cookie, header: string | undefined): string | undefined {
  const name = `${cookieName(env, cookie)}=`
  const found = header?.split(';').find((pair) => pair.trimStart().startsWith(name))
  return found?.trim().slice(name.length) || undefined
}

const BEARER = /^Bearer +(\S+) *$/i

/** The credential of a request. A Bearer token takes precedence over the cookie. */
export function credentialOf(env: Env, { authorization, cookie }: IncomingHttpHeaders): Credential | undefined {
  const [, bearer] = authorization === undefined ? [] : (BEARER.exec(authorization) ?? [])
  if (bearer !== undefined) return { token: bearer, isBearer: true }
  const token = readCookie(env, 'sesion', cookie)
  return token === undefined ? undefined : { token, isBearer: false }
}

/**
 * Throws `session.required` when the session of the actor has ended since the request was admitted. For a transaction after
 * slow work; `transact` checks the session itself.
 */
export async function checkSesion(tx: Tx, actor: Actor): Promise<void> {
  if (actor.role === 'visitante') return
  const [sesion] = await selectToken(tx, { id: actor.sesionId })
  requireSesion(actor, sesion?.tokenHash)
}

const selectToken = statement((tx, { id }: { id: string }) =>
  tx.selectFrom('sesion').select('tokenHash').where('id', '=', id),
)

const MAX_AGE_S = 30 * 24 * 60 * 60

/** Sets a cookie; null removes it. */
export function setCookie(env: Env, reply: FastifyReply, cookie: Cookie, value: string | null): void {
  const secure = isSecure(env) ? '; Secure' : ''
  const age = value === null ? 0 : MAX_AGE_S
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`
  reply.header('set-cookie', `${cookieName(env, cookie)}=${value ?? ''}; ${attributes}`)
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/

/**
 * Throws `origin.refused` for a request that another site made a browser send. With `PUBLIC_URL` the origin must match it;
 * without, it must be the loopback host of the request. Requests without an origin (command lines, judges' apps) pass: no
 * browser added their cookie.
 */
export function checkOrigin(env: Env, request: FastifyRequest): void {
  const { origin, host = '', 'sec-fetch-site': site } = request.headers
  if (site === 'cross-site') throw new Problem('origin.refused')
  if (origin === undefined) return
  const parsed = URL.canParse(origin) ? new URL(origin) : null
  const allowed = env.publicUrl ? parsed?.origin === env.publicUrl.origin : parsed?.host === host && LOOPBACK.test(host)
  if (!allowed) throw new Problem('origin.refused')
}

/**
 * The network of an address, for rate limits: an IPv4 address itself (also in the form `::ffff:1.2.3.4`), or the /64 of an
 * IPv6 address, because a provider gives one customer a whole /64.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [, older] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (older !== undefined) return older
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::`
}

/**
 * The Strict-Transport-Security header of an https address, without its subdomains. Add it to every response, also to those
 * written without the framework.
 */
export function hstsOf({ publicUrl }: Env): Readonly<Record<string, string>> {
  return publicUrl?.protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}
}
