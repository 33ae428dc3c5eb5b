import type { Change } from '#contract/change.ts'
import type { Params, View } from '#contract/view.ts'
import { viewKey } from '#contract/view.ts'
import type { Dia } from '#domain/dia.ts'
import type { Actor } from '#domain/role.ts'
import type { Tx } from '../db/database.ts'

/** The parts of a view that a change touches, or that are asked for. */
export type Keys = 'all' | readonly string[]
export const ALL: Keys = 'all'
export const NONE: Keys = []

/** A view's other half, on the server: which parts, from where, for whom. */
interface Sides<P, Row, Part> {
  readonly touched: (change: Change, params: P) => Keys
  /** All the I/O there is. A key that was asked for and is not in the answer is gone. */
  readonly load: (tx: Tx, params: P, keys: Keys) => Promise<ReadonlyMap<string, Row>>
  /** Domain. Settles what each audience may see: `undefined` is not for them. */
  readonly present: (row: Row, audience: Actor) => Part | undefined
  /**
   * For parameters that anybody may invent: the parameters whose board answers. Other spellings of one thing resolve to
   * one, and so does everything that does not exist. Without it, parameters stand for themselves.
   */
  readonly resolve?: (tx: Tx, params: P, audience: Actor) => Promise<P>
  /** Whether a change may alter what `resolve` answers. Never without it; `todo` always does. */
  readonly moves?: (change: Change, params: P) => boolean
}

/** A part that is loaded and not yet shown to anybody. */
export type Present = (audience: Actor) => unknown

/** A projection with its types closed over, so that those of every view stand in one list. */
export interface Projection {
  readonly view: Pick<View, 'name' | 'roles' | 'audience'>
  /** `null` when the parameters are not the view's. */
  readonly open: (params: unknown) => OpenProjection | null
}

export interface OpenProjection {
  /** The one way to write this view with these parameters. */
  readonly viewKey: string
  readonly touched: (change: Change) => Keys
  readonly load: (tx: Tx, keys: Keys) => Promise<ReadonlyMap<string, Present>>
  /** The projection whose board answers this view key; null when it is always this one. */
  readonly resolve: ((tx: Tx, audience: Actor) => Promise<OpenProjection>) | null
  /** Whether another board may answer this view key after a change. */
  readonly moves: (change: Change) => boolean
}

/**
 * Gives a declared view its server side.
 *
 * @example
 * export const portadaView = project(portada, {
 *   touched: (change) => (change.kind === 'evento' ? ['evento'] : NONE), load: readPortada, present: (part) => part,
 * })
 */
export function project<P extends Params, Row, Part, Doc>(
  view: View<P, Part, Doc>,
  sides: Sides<P, Row, Part>,
): Projection {
  const { resolve } = sides
  const at = (params: P): OpenProjection => ({
    viewKey: viewKey(view, params),
    touched: (change) => (change.kind === 'todo' ? ALL : sides.touched(change, params)),
    load: async (tx, keys) => {
      const rows = await sides.load(tx, params, keys)
      return new Map([...rows].map(([key, row]) => [key, (audience: Actor) => sides.present(row, audience)]))
    },
    resolve: resolve ? async (tx, audience) => at(await resolve(tx, params, audience)) : null,
    moves: (change) => resolve !== undefined && (change.kind === 'todo' || (sides.moves?.(change, params) ?? false)),
  })
  return {
    view,
    open: (given) => {
      const parsed = view.params.safeParse(given)
      return parsed.success ? at(parsed.data) : null
    },
  }
}

/** Whether a change may touch a day. One that names no day may be of any; a move from day to day is a change of each. */
export function isOfDia(change: Change, dia: Dia): boolean {
  return (change.dia ?? dia) === dia
}

/** Both sets of keys together. */
export function union(a: Keys, b: Keys): Keys {
  return a === 'all' || b === 'all' ? 'all' : [...new Set([...a, ...b])]
}

export function asks(keys: Keys, key: string): boolean {
  return keys === 'all' || keys.includes(key)
}

/** The ids behind keys of one kind (`c:` …), or all of them. */
export function idsOf(keys: Keys, prefix: string): 'all' | string[] {
  if (keys === 'all') return 'all'
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}
