import { isDia, type Dia } from '#domain/dia.ts'
import type { Role } from '#domain/role.ts'

/** The parameters of a view. Public pages import this file and `views/`, which therefore must not import zod. */
export type Params = Readonly<Record<string, string>>

/** Reads the parameters of a view; `undefined` when they are not its own. */
export type ParamsReader<P extends Params> = (given: unknown) => P | undefined

/**
 * Declares a live view: the data of one screen as a keyed set of parts. `assemble` joins the parts to one document.
 * `audience`: the same bytes for everyone (`todos`), per role (`rol`), per person (`persona`), or per role and, for judges,
 * per person (`rolOJuez`).
 *
 * @example
 * export const control = view('control', { assemble })
 */
export interface View<P extends Params = Params, Part = unknown, Doc = unknown> {
  /** Also the key of a view without parameters. */
  readonly name: string
  readonly roles: readonly Role[]
  readonly audience: 'todos' | 'rol' | 'persona' | 'rolOJuez'
  /**
   * What a device keeps of the view, to show it without a network: the state that a visitor sees, whoever is signed in
   * (`public`), the document of the signed-in person until the session ends (`owner`), or what a post receives by its link until
   * that ends (`link`). Without it: nothing.
   */
  readonly keeps?: 'public' | 'owner' | 'link'
  readonly params: ParamsReader<P>
  /** The document of the page; `undefined` while a required part is missing. */
  readonly assemble: (parts: ReadonlyMap<string, Part>) => Doc | undefined
}

/** The document that a view makes of its parts. */
export type DocOf<V extends { readonly assemble: (parts: never) => unknown }> = NonNullable<ReturnType<V['assemble']>>

type NoParams = Record<string, never>

/** The fields of a view besides its name. `assemble` gets the parts alone. `roles` and `audience`: the administrator's without them. */
type Declaration<Part, Doc> = { readonly assemble: (parts: readonly Part[]) => Doc | undefined } & (
  | Pick<View, 'roles' | 'audience' | 'keeps'>
  | { readonly roles?: never }
)

/** Declares a view. `params`: absent for a view without parameters. */
export function view<Part, Doc, P extends Params = NoParams>(
  name: string,
  declaration: Declaration<Part, Doc> & Partial<Pick<View<P>, 'params'>>,
): View<P, Part, Doc>
export function view(
  name: string,
  { assemble, ...declaration }: Declaration<unknown, unknown> & Partial<Pick<View, 'params'>>,
): View {
  const of = (parts: ReadonlyMap<string, unknown>): unknown => assemble([...parts.values()])
  return { name, roles: ['admin'], audience: 'rol', params: noParams, ...declaration, assemble: of }
}

/**
 * The text that names a view with its parameters in requests and in frames: `resultados?dia=jueves`. Parameters are sorted by
 * name and URL-encoded.
 */
export function viewKey(of: { readonly name: string }, params: Params = {}): string {
  const pairs = Object.entries(params)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length > 0 ? `${of.name}?${pairs.join('&')}` : of.name
}

type Checks<P extends Params> = { readonly [Name in keyof P]: (value: unknown) => value is P[Name] }

/** Makes a reader of the parameters of a view from one check for each. The reader refuses a missing and an unknown parameter. */
export function paramsReader<P extends Params>(checks: Checks<P>): ParamsReader<P> {
  const expected = Object.entries<(value: unknown) => boolean>(checks)
  const fits = (given: unknown): given is P =>
    typeof given === 'object' &&
    given !== null &&
    Object.keys(given).length === expected.length &&
    expected.every(([name, holds]) => holds(Reflect.get(given, name)))
  return (given) => (fits(given) ? given : undefined)
}

/** The check of an id. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 128
}

/** For a view without parameters. */
const noParams: ParamsReader<NoParams> = paramsReader({})

/** The parameters of a view of one day. */
export const diaParams: ParamsReader<{ readonly dia: Dia }> = paramsReader({ dia: isDia })

/** Limit of imported texts, in characters. Commands and views that receive such a text back accept the same length. */
export const IMPORTED_MAX = 500
