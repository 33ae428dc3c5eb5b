import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Tx } from './database.ts'

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
    const given = new Map<PropertyKey, unknown>(Object.entries(values))
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? given.get(parameter.name) : parameter,
    )
    return (await tx.executeQuery<R>({ ...query, parameters })).rows
  }
}

/** Answers to every name with its slot. */
function slots<V extends object>(): V {
  return new Proxy(Object.create(null), { get: (_, name) => new Slot(name) })
}
