import type { Tx } from './database.ts'

/** Caches a read per transaction: all reads of a transaction see the same snapshot. Not for a transaction that writes. */
export function inOneRead<A extends readonly string[], T>(
  read: (tx: Tx, ...asked: A) => Promise<T>,
): (tx: Tx, ...asked: A) => Promise<T> {
  const answers = new WeakMap<Tx, Map<string, Promise<T>>>()
  return (tx, ...asked) => {
    const known = answers.get(tx) ?? new Map<string, Promise<T>>()
    answers.set(tx, known)
    const key = JSON.stringify(asked)
    const answer = known.get(key) ?? read(tx, ...asked)
    known.set(key, answer)
    return answer
  }
}
