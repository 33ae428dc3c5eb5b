import type { Change } from '#contract/change.ts'
import { type Params, type View, viewKey } from '#contract/view.ts'
import type { Dia } from '#domain/dia.ts'
import type { Actor } from '#domain/actor.ts'
import type { LoggedChange } from '../db/change-log.ts'
import type { Tx } from '../db/database.ts'

/** Keys of parts: those that a change touches, or those to load. */
export type Keys = 'all' | readonly string[]
export const ALL: Keys = 'all'
export const NONE: Keys = []

/** The parts that changes touch: the revision of the last change that touches all parts (0: none), and that of each key. */
export interface Touched {
  readonly all: number
  readonly keys: ReadonlyMap<string, number>
}

/** The parts of a view that changes, oldest first, touch; null when they touch none. */
export function touchedBy(changes: readonly LoggedChange[], projection: OpenProjection): Touched | null {
  let all = 0
  const keys = new Map<string, number>()
  for (const change of changes) {
    const touched = projection.touched(change)
    if (touched === 'all') all = change.revision
    else for (const key of touched) keys.set(key, change.revision)
  }
  return all === 0 && keys.size === 0 ? null : { all, keys }
}

/** The server's half of a view. */
interface Definition<P, Row, Part> {
  /** The parts that a change may alter. */
  readonly touched: (change: Change, params: P) => Keys
  /** Reads parts from the database; the only I/O of a view. A requested key without a row means that the part is gone. */
  readonly load: (tx: Tx, params: P, keys: Keys) => Promise<ReadonlyMap<string, Row>>
  /** Turns a row into what one audience may see; `undefined` when it may not see the part. Pure. */
  readonly present: (row: Row, audience: Actor) => Part | undefined
  /**
   * Maps parameters that a client may invent to the parameters of the board that holds the content: different spellings
   * map to one, and all keys that match nothing map to one. Without it, parameters map to themselves.
   */
  readonly resolve?: (tx: Tx, params: P, audience: Actor) => Promise<P>
  /** Whether a change may alter the result of `resolve`. A change of kind `todo` always may. */
  readonly moves?: (change: Change, params: P) => boolean
}

/** Gives the content of a loaded part for one audience. */
export type Present = (audience: Actor) => unknown

/** The server's half of a view without its type parameters, so that all views fit one list. */
export interface Projection {
  readonly view: Pick<View, 'name' | 'roles' | 'audience'>
  /** The projection for given parameters; `null` when they are not valid for the view. */
  readonly open: (params: unknown) => OpenProjection | null
}

export interface OpenProjection {
  /** The canonical key of the view with these parameters. */
  readonly viewKey: string
  readonly touched: (change: Change) => Keys
  readonly load: (tx: Tx, keys: Keys) => Promise<ReadonlyMap<string, Present>>
  /** The projection whose board holds the content; null when it is always this one. */
  readonly resolve: ((tx: Tx, audience: Actor) => Promise<OpenProjection>) | null
  /** Whether the result of `resolve` may change. */
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
  definition: Definition<P, Row, Part>,
): Projection {
  const { resolve } = definition
  const at = (params: P): OpenProjection => ({
    viewKey: viewKey(view, params),
    touched: (change) => (change.kind === 'todo' ? ALL : definition.touched(change, params)),
    load: async (tx, keys) => {
      const rows = await definition.load(tx, params, keys)
      return new Map([...rows].map(([key, row]) => [key, (audience: Actor) => definition.present(row, audience)]))
    },
    resolve: resolve ? async (tx, audience) => at(await resolve(tx, params, audience)) : null,
    moves: (change) =>
      resolve !== undefined && (change.kind === 'todo' || (definition.moves?.(change, params) ?? false)),
  })
  return {
    view,
    open: (given) => {
      const parsed = view.params.safeParse(given)
      return parsed.success ? at(parsed.data) : null
    },
  }
}

/** Whether a view of this day must look at a recorded change: the change names the day, or names no day at all. */
export function isOfDia(change: Change, dia: Dia): boolean {
  return (change.dia ?? dia) === dia
}

/** Whether a set of keys contains a key. */
export function includesKey(keys: Keys, key: string): boolean {
  return keys === 'all' || keys.includes(key)
}

/** The ids of the keys that start with `prefix` (such as `c:`), without the prefix. `all` stays `all`. */
export function idsOf(keys: Keys, prefix: string): 'all' | string[] {
  if (keys === 'all') return 'all'
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}
