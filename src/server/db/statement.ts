import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Tx } from './database.ts'

/** Runs SQL on the connection of a transaction and returns its rows. */
export type Runner = (text: string, parameters: readonly unknown[]) => readonly unknown[]

const runners = new WeakMap<Tx, Runner>()

/**
 * While `run` is under way, the compiled statements of this transaction go straight to the connection. Kysely's layers
 * cost as much as SQLite itself; a connection that answers at once needs none of them.
 */
export async function withRunner<T>(tx: Tx, runner: Runner, run: () => Promise<T>): Promise<T> {
  runners.set(tx, runner)
  try {
    return await run()
  } finally {
    // A late statement meets Kysely, which refuses it.
    runners.delete(tx)
  }
}

/** Stands for a value while a statement is compiled, and says which. */
class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A statement that is always the same but for its values: built and compiled at its first use, then only filled in.
 * Building costs several times what running does; on the way of every press that adds up to more than the disk takes.
 * `build` must not look at the values, only hand them on.
 */
export function statement<V extends object, R>(
  build: (tx: Tx, values: V) => Compilable<R>,
): (tx: Tx, values: V) => Promise<R[]> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<R>>()
  return async (tx, values) => {
    const { adapter } = tx.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = build(tx, slots()).compile()
      compiled.set(adapter, query)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? Reflect.get(values, parameter.name) : parameter,
    )
    const runner = runners.get(tx)
    // What the database returns has the columns that the statement selects.
    if (runner) return runner(query.sql, parameters) as R[]
    return (await tx.executeQuery<R>({ ...query, parameters })).rows
  }
}

/** Answers to every name with its slot. */
function slots<V extends object>(): V {
  return new Proxy(Object.create(null), { get: (_, name) => new Slot(name) })
}
