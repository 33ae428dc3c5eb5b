import * as z from 'zod/mini'
import type { TipoPantalla } from '#domain/pantalla.ts'
import { type Role, ROLES } from '#domain/role.ts'
import { id } from './fields.ts'

type Schema = z.ZodMiniType

/**
 * Declares a command: an act that changes data. Routes, the client of the browser, the API document and the authorization
 * test read this declaration. `:name` in the path is a field of the input.
 *
 * @example
 * export const signOut = command('DELETE', '/api/sesion', { summary, roles, input })
 */
export interface Command<I extends Schema = Schema, O extends Schema = Schema> {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  /** One sentence for the API document, in Spanish. */
  readonly summary: string
  readonly roles: readonly Role[]
  /** The command saves no typed data: signing in, requesting an e-mail. */
  readonly savesNothing?: true
  /**
   * The client retries it only after a 503 that saved nothing: a lost answer may have set a new session cookie. Any other
   * failure is shown at once.
   */
  readonly once?: true
  /**
   * The command runs as a visitor, also when a person is signed in: it changes that person, or asks first. It is not bound
   * to the person of the page, and the end of a session does not refuse it.
   */
  readonly asVisitante?: true
  /** The request carries the link of a screen of this type, which admits it. No session counts. */
  readonly pantalla?: TipoPantalla
  /** Limit of the body in bytes; 64 kB without it. */
  readonly maxBytes?: number
  /** The status of a success; 200 without it. */
  readonly status?: 202
  readonly input: I
  readonly output: O
}

/** Declares a query: a request that changes nothing. Its input comes from the path and the query string. */
export interface Query<I extends Schema = Schema, O extends Schema = Schema> extends Pick<
  Command<I, O>,
  'path' | 'summary' | 'roles' | 'input' | 'output'
> {
  readonly method: 'GET'
}

/** An endpoint whose body or answer is not JSON of a schema: a file, a stream, a page. */
export interface RawEndpoint extends Pick<Command, 'summary' | 'roles' | 'pantalla' | 'maxBytes'> {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  /** The media type of the body: the bytes of a file. */
  readonly body?: string
  /** The schemas of the parameters of the path, as OpenAPI describes them. A text without one. */
  readonly params?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The parameters of the query string, as OpenAPI describes them. */
  readonly query?: readonly Readonly<Record<string, unknown>>[]
}

/** The query parameter `nombre` of an upload, the name of the file, as OpenAPI describes it. */
export const ARCHIVO_PARAM = { name: 'nombre', description: 'Cómo se llama el archivo.', schema: { type: 'string' } }

export type Endpoint<I extends Schema = Schema, O extends Schema = Schema> = Command<I, O> | Query<I, O>
export type Input<E extends Endpoint> = z.infer<E['input']>
export type Output<E extends Endpoint> = z.infer<E['output']>

const DONE = z.object({})
const BY_ID = z.object({ id })
export const NO_PARAMS = z.strictObject({})

type Method = Command['method']
type Path = Command['path']

/** The fields of a command or a query besides its address. `roles`: the administrator's without it. */
type Declaration<E extends Endpoint> = Omit<E, 'method' | 'path' | Defaulted> & Partial<Pick<E, Defaulted>>
type Defaulted = 'roles' | 'input' | 'output'

/** Declares a command. Without `input`, it takes the `id` of its path. Without `output`, its answer is `{}`. */
export function command<I extends Schema = typeof BY_ID, O extends Schema = typeof DONE>(
  method: Method,
  path: Path,
  declaration: Declaration<Command<I, O>>,
): Command<I, O>
export function command(method: Method, path: Path, declaration: Declaration<Command>): Command {
  return { method, path, roles: ['admin'], input: BY_ID, output: DONE, ...declaration }
}

/** Declares a query. Without `input`, it takes nothing. */
export function query<O extends Schema, I extends Schema = typeof NO_PARAMS>(
  path: Path,
  declaration: Declaration<Query<I>> & { readonly output: O },
): Query<I, O>
export function query(path: Path, declaration: Declaration<Query> & { readonly output: Schema }): Query {
  return { method: 'GET', path, roles: ['admin'], input: NO_PARAMS, ...declaration }
}

/** Declares an endpoint whose body or answer is not JSON of a schema. */
export function raw<
  const S extends Omit<RawEndpoint, 'method' | 'path' | 'roles'> & Partial<Pick<RawEndpoint, 'roles'>>,
>(method: RawEndpoint['method'], path: RawEndpoint['path'], declaration: S): RawEndpoint & S {
  return { method, path, roles: ['admin'], ...declaration }
}

export const TODOS: readonly Role[] = ROLES
