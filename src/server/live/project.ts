import type { Change } from '#contract/change.ts'
import { type Params, type View, viewKey } from '#contract/view.ts'
import type { Kind } from '#domain/bitacora.ts'
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

/**
 * The kinds of change that alter each part of a view, by its key. `todas`: those that alter every part. A prefix (`c:`, `j:`,
 * `u:`): those that alter the part of the category or the person that the change names.
 */
export type Kinds = Readonly<Record<string, readonly Kind[]>>

/** The keys of the parts that a change alters. */
export function keysTouched({ todas, ...kinds }: Kinds, { kind, categoriaId, personaId }: Change): Keys {
  if (todas?.includes(kind)) return ALL
  return Object.entries(kinds).flatMap(([key, own]) => {
    const id = key.startsWith('c:') ? categoriaId : personaId
    if (!own.includes(kind) || (key.endsWith(':') && id === undefined)) return []
    return key.endsWith(':') ? `${key}${id}` : key
  })
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

/** The ids of the parts to load below a prefix such as `c:`. */
export type Ids = 'all' | readonly string[]

/**
 * What loads each part of a view, by its key: a key loads one part, a prefix (`c:`) a map of parts by id. A loader runs only when a part of
 * it is asked for. A part that it does not return is gone.
 */
export type Loaders<Row> = Readonly<Record<string, (ids: Ids) => Promise<Row | Map<string, Row> | null | undefined>>>

/** The server's half of a view. */
interface Definition<P, Row, Part> {
  /** The parts that a change may alter. */
  readonly touched: Kinds | ((change: Change, params: P) => Keys)
  /** Reads parts from the database; the only I/O of a view. Null: the parameters name nothing that exists. */
  readonly load: (tx: Tx, params: P) => Loaders<Row> | Promise<Loaders<Row> | null>
  /** Turns a row into what one audience may see; `undefined` when it may not see the part. Pure. */
  readonly present: (row: Row, audience: Actor) => Part | undefined
  /** Whether a person may open the view with these parameters. Without it, every person of its roles may. */
  readonly isFor?: (params: P, person: Actor) => boolean
}

/** The loaded rows by key; each gives the content of its part for one audience. Null: there is nothing of that name. */
export type Loaded = ReadonlyMap<string, (audience: Actor) => unknown> | null

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
  readonly load: (tx: Tx, keys: Keys) => Promise<Loaded>
  readonly isFor: (person: Actor) => boolean
}

/**
 * Gives a declared view its server side.
 *
 * @example
 * export const portadaView = project(portada, {
 *   touched: { evento: ['evento'] }, load: (tx) => ({ evento: () => readEvento(tx) }), present: (part) => part,
 * })
 */
export function project<P extends Params, Row, Part, Doc>(
  view: View<P, Part, Doc>,
  { touched, load, present, isFor }: Definition<P, Row, Part>,
): Projection {
  const at = (params: P): OpenProjection => ({
    viewKey: viewKey(view, params),
    touched: (change) => {
      if (change.kind === 'todo') return ALL
      return typeof touched === 'function' ? touched(change, params) : keysTouched(touched, change)
    },
    load: async (tx, keys) => {
      const loaders = await load(tx, params)
      const rows = loaders && (await loadRows(loaders, keys))
      return rows && new Map([...rows].map(([key, row]) => [key, (audience: Actor) => present(row, audience)]))
    },
    isFor: (person) => isFor?.(params, person) ?? true,
  })
  return {
    view,
    open: (given) => {
      const params = view.params(given)
      return params ? at(params) : null
    },
  }
}

/** Whether a view of this day must look at a recorded change: the change names the day, or names no day at all. */
export function isOfDia(change: Change, dia: Dia): boolean {
  return (change.dia ?? dia) === dia
}

/** Loads the asked parts. `all`: those of every loader. */
async function loadRows<Row>(loaders: Loaders<Row>, keys: Keys): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  for (const [key, load] of Object.entries(loaders)) {
    const isOwn = (one: string): boolean => (key.endsWith(':') ? one.startsWith(key) : one === key)
    const ids = keys === 'all' ? keys : keys.filter(isOwn).map((one) => one.slice(key.length))
    if (ids.length === 0) continue
    const found = await load(ids)
    if (found instanceof Map) for (const [id, row] of found) rows.set(`${key}${id}`, row)
    else if (found) rows.set(key, found)
  }
  return rows
}
