import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Tx } from './database.ts'

/** Runs SQL on the connection of a transaction and returns its rows. */
export type Runner = (text: string, parameters: readonly unknown[]) => readonly unknown[]

const runners = new WeakMap<Tx, Runner>()

/**
 * Sends the compiled statements of a transaction directly to the connection, until `unsetRunner`. The layers of Kysely cost
 * as much as SQLite itself.
 */
export function setRunner(tx: Tx, runner: Runner): void {
  runners.set(tx, runner)
}

/** At the end of the transaction: a late statement then goes to Kysely, which throws. */
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

/**
 * A statement that differs only in its values. It is built and compiled at its first use: building costs several times as much
 * as running. `build` must pass the values on without reading them.
 */
export function statement<V extends object, R>(
  build: (tx: Tx, values: V) => Compilable<R>,
): (tx: Tx, values: V) => Promise<R[]> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<R>>()
  return async (tx, values) => {
    const { adapter } = tx.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = build(tx, placeholders()).compile()
      compiled.set(adapter, query)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    )
    const runner = runners.get(tx)
    // The rows have the columns that the statement selects.
    if (runner) return runner(query.sql, parameters) as R[]
    return (await tx.executeQuery<R>({ ...query, parameters })).rows
  }
}

/** An object that has a placeholder under every property name. */
function placeholders<V extends object>(): V {
  return new Proxy(Object.create(null), { get: (_, name) => new Placeholder(name) })
}
