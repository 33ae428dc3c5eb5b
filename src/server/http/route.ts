import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Command, Endpoint, Input, Output, Query } from '#contract/define.ts'
import { requireRole } from '#domain/permiso.ts'
import { Problem } from '#domain/problem.ts'
import { VISITANTE, type Actor } from '#domain/role.ts'
import type { Deps } from '../deps.ts'
import { transact, type Outcome, type Request, type Work } from '../work.ts'
import { checkOrigin, mustStillBeIn, tokenOf } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
    cookieToken: string | undefined
    address: string
  }
}

/** Who asks and from where, for what stands before a transaction. */
export interface Caller {
  readonly actor: Actor
  readonly cookieToken: string | undefined
  readonly address: string
  readonly headers: { readonly cookie?: string | undefined }
}

/**
 * A command has three places to stand: `prepare` (hashes, files, network; no transaction), `run` (the transaction; nothing
 * slow) and, through the work, after the commit. `respond` is for the rare answer that is more than a body: a cookie.
 */
export interface Act<C extends Command, Prepared> {
  readonly prepare: (deps: Deps, input: Input<C>, caller: Caller) => Promise<Prepared>
  readonly run: (work: Work, input: Input<C>, prepared: Prepared) => Promise<Output<C>>
  readonly respond?: (reply: FastifyReply, prepared: Prepared) => void
  /** Takes away what was made ready and came to no use: the act was refused, or it was a request repeated. */
  readonly discard?: (deps: Deps, prepared: Prepared) => void
  /** An answer that must not be kept (a new session): a repeated key runs it again. */
  readonly unkeyed?: true
  /** Fields of which nothing may be kept, not even in the digest that knows a repeated request again. */
  readonly secret?: readonly string[]
}

type Run<C extends Command> = (work: Work, input: Input<C>) => Promise<Output<C>>

const endpoints = new WeakMap<object, Endpoint[]>()

/** Every endpoint that an app serves, for its document and for the tests of who may call what. */
export function endpointsOf(app: FastifyInstance): readonly Endpoint[] {
  return endpoints.get(app.server) ?? []
}

function register(app: FastifyInstance, endpoint: Endpoint): void {
  endpoints.set(app.server, [...(endpoints.get(app.server) ?? []), endpoint])
}

/** Serves one command. Who may call is settled before the body is read; what they sent, before anything runs. */
export function serve<C extends Command>(app: FastifyInstance, deps: Deps, command: C, run: Run<C>): void {
  serveAct<C, null>(app, deps, command, { prepare: async () => null, run })
}

export function serveAct<C extends Command, P>(app: FastifyInstance, deps: Deps, command: C, act: Act<C, P>): void {
  register(app, command)
  app.route({
    method: command.method,
    url: command.path,
    onRequest: async (request) => {
      checkOrigin(deps.env, request)
      await admit(deps, command, request)
    },
    handler: async (request, reply) => {
      const input = parse(command, { ...asRecord(request.body), ...asRecord(request.params) })
      const prepared = await act.prepare(deps, input, request)
      const key = act.unkeyed ? undefined : keyOf(request, command, without(input, act.secret ?? []))
      const outcome = await perform(deps, { actor: request.actor, key }, act, { input, prepared })
      act.respond?.(reply, prepared)
      return reply.header('x-revision', outcome.revision).send(outcome.output)
    },
  })
}

async function perform<C extends Command, P>(
  deps: Deps,
  request: Request,
  act: Act<C, P>,
  { input, prepared }: { readonly input: Input<C>; readonly prepared: P },
): Promise<Outcome<Output<C>>> {
  let ran = false
  try {
    const outcome: Outcome<Output<C>> = await transact(deps, request, async (work) => {
      ran = true
      await mustStillBeIn(work.tx, work.actor)
      return act.run(work, input, prepared)
    })
    if (!ran) act.discard?.(deps, prepared)
    return outcome
  } catch (error) {
    // After any other failure it may have come to use all the same: a commit whose answer was lost.
    if (error instanceof Problem) act.discard?.(deps, prepared)
    throw error
  }
}

/** Serves one question. */
export function serveQuery<Q extends Query>(
  app: FastifyInstance,
  deps: Deps,
  query: Q,
  ask: (deps: Deps, input: Input<Q>, caller: Caller) => Promise<Output<Q>>,
): void {
  register(app, query)
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

/** Settles who asks, and whether they may. For a declared endpoint this is done by `serve`; a raw one does it itself. */
export async function admit(deps: Deps, endpoint: Pick<Endpoint, 'roles'>, request: FastifyRequest): Promise<void> {
  request.cookieToken = tokenOf(deps.env, request.headers.cookie)
  request.address = request.ip
  request.actor = request.cookieToken === undefined ? VISITANTE : await deps.actorOf(request.cookieToken)
  requireRole(request.actor, endpoint.roles)
}

const KEY = /^[\w-]{8,64}$/

function keyOf(
  request: FastifyRequest,
  command: Command,
  input: unknown,
): { key: string; command: string; input: unknown } | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !KEY.test(key))
    throw new Problem('input.invalid', { 'Idempotency-Key': 'Usa de 8 a 64 letras, números o guiones.' })
  return { key, command: `${command.method} ${command.path}`, input }
}

/** Checks what came in against the declaration: every fault at once, a sentence per field. */
function parse<E extends Endpoint>(endpoint: E, input: unknown): Input<E> {
  const result = endpoint.input.safeParse(input)
  if (result.success) return result.data as Input<E>
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'input'] ??= issue.message
  throw new Problem('input.invalid', fields)
}

function without(input: unknown, names: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(asRecord(input)).filter(([name]) => !names.includes(name)))
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
