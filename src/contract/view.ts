import { isDia, type Dia } from '#domain/dia.ts'
import type { Role } from '#domain/role.ts'

/**
 * Views, told without a schema: the public pages import this file and those of `views/`, so nothing here may bring the
 * parser along.
 */
export type Params = Readonly<Record<string, string>>

/** Reads a view's parameters from an address. A schema is one; so is the plain function of a public page's view. */
export interface ParamsReader<P extends Params> {
  readonly safeParse: (
    given: unknown,
  ) => { readonly success: true; readonly data: P } | { readonly success: false; readonly data?: undefined }
}

/**
 * What one screen needs: a keyed set of parts, each a small whole document, put together by `assemble`.
 * `audience` says who gets bytes of their own: nobody (`todos`), each role, or each person.
 */
export interface View<P extends Params = Params, Part = unknown, Doc = unknown> {
  readonly name: string
  readonly roles: readonly Role[]
  readonly audience: 'todos' | 'rol' | 'persona'
  readonly params: ParamsReader<P>
  /** The document a page reads; `undefined` while a part that it cannot do without is missing. */
  readonly assemble: (parts: ReadonlyMap<string, Part>) => Doc | undefined
}

export function view<P extends Params, Part, Doc>(declaration: View<P, Part, Doc>): View<P, Part, Doc> {
  return declaration
}

/** A view with its parameters as one word, as addresses and frames name it: `resultados?dia=jueves`. */
export function viewKey(of: { readonly name: string }, params: Params = {}): string {
  const pairs = Object.entries(params)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length > 0 ? `${of.name}?${pairs.join('&')}` : of.name
}

/** For a view without parameters: none may be given. */
export const noParams: ParamsReader<Record<string, never>> = {
  safeParse: (given) => {
    const isEmpty = typeof given === 'object' && given !== null && Object.keys(given).length === 0
    return isEmpty ? { success: true, data: {} } : { success: false }
  },
}

/** For a view of one day. */
export const diaParams: ParamsReader<{ readonly dia: Dia }> = {
  safeParse: (given) => {
    const { dia, ...rest } = recordOf(given)
    return isDia(dia) && Object.keys(rest).length === 0 ? { success: true, data: { dia } } : { success: false }
  },
}

export function recordOf(given: unknown): Record<string, unknown> {
  return typeof given === 'object' && given !== null ? { ...given } : {}
}
