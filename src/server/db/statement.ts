import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Tx } from './database.ts'

/** A compiled statement. */
export interface Prepared {
  readonly text: string
  /** Unique among the statements of this process. */
  readonly name: string
  readonly hasRows: boolean
}

type Rows = readonly unknown[]

/** Runs a statement on the connection of a transaction and returns its rows. */
export type Runner = (prepared: Prepared, parameters: readonly unknown[]) => Rows | Promise<Rows>

const runners = new WeakMap<Tx, Runner>()

/**
 * Sends the compiled statements of a transaction directly to the connection, until `unsetRunner`. The layers of Kysely cost
 * as much as SQLite itself.
 */
export function setRunner(tx: Tx, runner: Runner): void {
  runners.set(tx, runner)
}

/** Reverts `setRunner` at the end of the transaction. A later statement goes to Kysely, which throws. */
export function unsetRunner(tx: Tx): void {
  runners.delete(tx)
}

/** Stands for the value of this name while a statement is compiled. Each run replaces it with the value. */
class Placeholder {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

interface Compiled<R> {
  readonly query: CompiledQuery<R>
  readonly prepared: Prepared
}

let compiledStatements = 0

/**
 * A statement that differs only in its values. It is built and compiled at its first use: building costs several times as much
 * as running. `build` must pass the values on without reading them. A raw statement returns no rows.
 */
export function statement<V extends object, R>(
  build: (tx: Tx, values: V) => Compilable<R>,
): (tx: Tx, values: V) => Promise<R[]> {
  const known = new WeakMap<DialectAdapter, Compiled<R>>()
  return async (tx, values) => {
    const { adapter } = tx.getExecutor()
    let compiled = known.get(adapter)
    if (!compiled) {
      compiled = compile(build(tx, placeholders()))
      known.set(adapter, compiled)
    }
    const { query, prepared } = compiled
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    )
    const runner = runners.get(tx)
    // The rows have the columns that the statement selects.
    if (runner) return runner(prepared, parameters) as R[] | Promise<R[]>
    return (await tx.executeQuery<R>({ ...query, parameters })).rows
  }
}

function compile<R>(compilable: Compilable<R>): Compiled<R> {
  const query = compilable.compile()
  const { query: node, sql: text } = query
  const hasRows = node.kind === 'SelectQueryNode' || ('returning' in node && node.returning !== undefined)
  compiledStatements += 1
  return { query, prepared: { text, name: `s${compiledStatements}`, hasRows } }
}

/** An object that has a placeholder under every property name. */
function placeholders<V extends object>(): V {
  return new Proxy(Object.create(null), { get: (_, name) => new Placeholder(name) })
}
