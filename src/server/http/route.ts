import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify'
import type { Command, Endpoint, Input, Output, Query, RawEndpoint } from '#contract/define.ts'
import { PERSONA_HEADER } from '#contract/sesion.ts'
import { isRecord } from '#domain/records.ts'
import { Problem } from '#domain/problem.ts'
import { requirePersona, requireRole, VISITANTE, type Actor, requireSesion } from '#domain/actor.ts'
import type { Credential, Deps } from '../deps.ts'
import { transact, type Work } from '../work.ts'
import { sentenceOf } from './problems.ts'
import { isIPv6 } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'
import type { Tx } from '../db/database.ts'
import type { Env } from '../env.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
    cookieToken: string | undefined
    network: string
  }
}

/** The sender of a request, for the steps outside a transaction. */
export type Caller = Pick<FastifyRequest, 'actor' | 'cookieToken' | 'network' | 'headers' | 'raw'>

/**
 * The steps of a command: `prepare` (slow work before the transaction: hashes, files, network), `run` (the transaction), and
 * `respond` (headers and cookies of the answer). `run` registers later work with `work.afterCommit`.
 */
export interface Act<C extends Command, Prepared> {
  readonly prepare: (deps: Deps, input: Input<C>, caller: Caller) => Promise<Prepared>
  readonly run: (work: Work, input: Input<C>, prepared: Prepared) => Promise<Result<C>>
  readonly respond?: (deps: Deps, reply: FastifyReply, prepared: Prepared) => void
  /** Whether the request runs in `deps.inTurn`, from `prepare` to the end: one such request of a person at a time. */
  readonly inTurn?: (input: Input<C>) => boolean
  /** The answer is a secret (a new session) and is not stored: a repeated request runs again. */
  readonly unkeyed?: true
  /** Fields that the digest of a repeated request leaves out, because they must not be stored. */
  readonly secret?: readonly string[]
}

/** The `run` step of a command that has no other step. */
export type Run<C extends Command> = (work: Work, input: Input<C>) => Promise<Result<C>>

/** The output of a command; nothing where the declaration has none, and the answer is `{}`. */
type Result<C extends Command> = Output<C> extends Record<string, never> ? void : Output<C>

interface RawOptions<R extends RouteGenericInterface> extends Pick<
  RouteOptions<RawServerDefault, RawRequestDefaultExpression, RawReplyDefaultExpression, R>,
  'handler' | 'errorHandler' | 'bodyLimit' | 'exposeHeadRoute'
> {
  readonly onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

const endpoints = new WeakMap<object, (Endpoint | RawEndpoint)[]>()

/** Every endpoint that an app serves. */
export function endpointsOf(app: FastifyInstance): readonly (Endpoint | RawEndpoint)[] {
  return endpoints.get(app.server) ?? []
}

function recordEndpoint(app: FastifyInstance, endpoint: Endpoint | RawEndpoint): void {
  endpoints.set(app.server, [...(endpoints.get(app.server) ?? []), endpoint])
}

/** The function of a query. It opens its own read transactions. */
export type Ask<Q extends Query> = (deps: Deps, input: Input<Q>, caller: Caller) => Promise<Output<Q>>

/** The function that serves a declaration. */
type Serves<D> = D extends Command
  ? // oxlint-disable-next-line typescript/no-explicit-any -- what an act prepares is its own matter
    Run<D> | Act<D, any>
  : D extends Query
    ? Ask<D>
    : never

/** For each command and query of a contract module the function of its name. */
type ServesAll<M> = { readonly [K in keyof M as [Serves<M[K]>] extends [never] ? never : K]: Serves<M[K]> }

/**
 * Serves every command and query that a contract module declares, each with the function of the same name: the compiler
 * names a declaration without one.
 *
 * @example
 * serveAll(app, deps, contract, { ...commands, ...queries })
 */
export function serveAll<M extends object>(app: FastifyInstance, deps: Deps, contract: M, serving: ServesAll<M>): void {
  for (const name of Object.keys(contract)) {
    const declared: unknown = Reflect.get(contract, name)
    if (!isDeclared(declared)) continue
    const found: unknown = Reflect.get(serving, name)
    if (declared.method === 'GET') serveQuery(app, deps, declared, found as Ask<Query>)
    else serve(app, deps, declared, found as Steps | Steps['run'])
  }
}

function isDeclared(value: unknown): value is Command | Query {
  return typeof value === 'object' && value !== null && 'path' in value && 'input' in value
}

/** The steps of any command; `run` alone is enough. */
type Steps = Pick<Act<Command, unknown>, 'run'> & Partial<Act<Command, unknown>>

/**
 * Serves a command: its step `run` alone, or all the steps of an `Act`. The role is checked before the body is read. When the
 * session ends while the body arrives, `prepare` does not run.
 */
function serve(app: FastifyInstance, deps: Deps, command: Command, given: Steps | Steps['run']): void {
  const act = typeof given === 'function' ? { run: given } : given
  recordEndpoint(app, command)
  app.route({
    method: command.method,
    url: command.path,
    ...(command.maxBytes !== undefined && { bodyLimit: command.maxBytes }),
    onRequest: async (request) => {
      checkOrigin(deps.env, request)
      await admit(deps, command, request, deps.recentActorOf)
    },
    handler: async (request, reply) => {
      const input = parse(command, { ...asRecord(request.body), ...asRecord(request.params) })
      const actor = command.asVisitante ? VISITANTE : request.actor
      const key = act.unkeyed ? undefined : keyOf(request, command, act.secret ? without(input, act.secret) : input)
      const serveOne = async (): Promise<FastifyReply> => {
        if (act.prepare && actor.role !== 'visitante') await deps.db.read((tx) => checkSesion(tx, actor))
        const prepared = await act.prepare?.(deps, input, request)
        const run = async (work: Work) => (await act.run(work, input, prepared)) ?? {}
        const { output, revision } = await transact(deps, { actor, key }, run)
        act.respond?.(deps, reply, prepared)
        return reply
          .code(command.status ?? 200)
          .header('x-revision', revision)
          .send(output)
      }
      return act.inTurn?.(input) ? deps.inTurn(actor, serveOne) : serveOne()
    },
  })
}

/**
 * Registers the GET route of a query. A request is admitted by its role, its input is parsed, and the answer of `ask` is sent
 * with `no-store`. `ask` opens its own read transactions.
 */
function serveQuery(app: FastifyInstance, deps: Deps, query: Query, ask: Ask<Query>): void {
  recordEndpoint(app, query)
  app.route({
    method: 'GET',
    url: query.path,
    onRequest: (request) => admit(deps, query, request),
    handler: async (request, reply) => {
      const input = parse(query, { ...asRecord(request.query), ...asRecord(request.params) })
      return reply.header('cache-control', 'no-store').send(await ask(deps, input, request))
    },
  })
}

/**
 * Serves a raw endpoint. `onRequest` runs after the origin and the role are checked. A GET endpoint that every role may call
 * reads no session: its handler has no `request.actor`, and there is no `onRequest`.
 *
 * @example
 * serveRaw(app, deps, contract.readHealth, { handler: async () => ({ status: 'ok' }) })
 */
export function serveRaw<R extends RouteGenericInterface>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: RawEndpoint,
  { onRequest, ...options }: RawOptions<R>,
): void {
  recordEndpoint(app, endpoint)
  const { method, path: url, roles } = endpoint
  const isOpen = method === 'GET' && roles.includes('visitante')
  const checked = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (method !== 'GET') checkOrigin(deps.env, request)
    await admit(deps, endpoint, request)
    await onRequest?.(request, reply)
  }
  app.route<R>({ method, url, ...options, ...(!isOpen && { onRequest: checked }) })
}

/** Reads the actor of a request. Throws `session.other`, `session.required` or `session.forbidden`. */
async function admit(
  deps: Deps,
  endpoint: Pick<Command | RawEndpoint, 'roles'> & Pick<Command, 'asVisitante'>,
  request: FastifyRequest,
  actorOf: (credential: Credential) => Promise<Actor> = deps.actorOf,
): Promise<void> {
  request.cookieToken = readCookie(deps.env, 'sesion', request.headers.cookie)
  request.network = networkOf(request.ip)
  const credential = credentialOf(deps.env, request.headers)
  request.actor = credential === undefined ? VISITANTE : await actorOf(credential)
  if (!endpoint.asVisitante) requirePersona(request.actor, request.headers[PERSONA_HEADER])
  requireRole(request.actor, endpoint.roles)
}

const KEY = /^[\w-]{8,64}$/

function keyOf(request: FastifyRequest, command: Command, input: unknown) {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !KEY.test(key))
    throw new Problem('input.invalid', { 'Idempotency-Key': 'Usa de 8 a 64 letras, números o guiones.' })
  return { key, command: `${command.method} ${command.path}`, input }
}

/** Parses the input with the schema of the declaration. Throws `input.invalid` with one sentence per field. */
export function parse<E extends Endpoint>(endpoint: E, input: unknown): Input<E> {
  const result = endpoint.input.safeParse(input, { error: sentenceOf })
  if (result.success) return result.data as Input<E>
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'input'] ??= issue.message
  throw new Problem('input.invalid', fields)
}

function without(input: unknown, names: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(asRecord(input)).filter(([name]) => !names.includes(name)))
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? { ...value } : {}
}

/** `sesion`: the token of the session. `conocido`: the mark of a known browser. */
type Cookie = 'sesion' | 'conocido'

/**
 * The `__Host-` prefix restricts a cookie to https. It depends on the settings, never on the request.
 */
function cookieName(env: Env, cookie: Cookie): string {
  const name = env.ensayo ? `ensayo-${cookie}` : cookie
  return isSecure(env) ? `__Host-${name}` : name
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
  const sesion = await tx.selectFrom('sesion').select('tokenHash').where('id', '=', actor.sesionId).executeTakeFirst()
  requireSesion(actor, sesion?.tokenHash)
}

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
function checkOrigin(env: Env, request: FastifyRequest): void {
  const { origin, host = '', 'sec-fetch-site': site } = request.headers
  if (site === 'cross-site') throw new Problem('origin.refused')
  if (origin !== undefined && !isOwnOrigin(env, origin, host)) throw new Problem('origin.refused')
}

function isOwnOrigin(env: Env, origin: string, host: string): boolean {
  const parsed = URL.canParse(origin) ? new URL(origin) : null
  return env.publicUrl
    ? parsed?.origin === env.publicUrl.origin
    : parsed?.host === host && (env.ensayo || LOOPBACK.test(host))
}

/**
 * The network of an address, for rate limits: an IPv4 address itself (also in the form `::ffff:1.2.3.4`), or the /64 of an
 * IPv6 address, because a provider gives one customer a whole /64.
 */
function networkOf(address: string): string {
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
