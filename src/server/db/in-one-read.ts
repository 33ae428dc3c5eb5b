import type { Tx } from './database.ts'

/**
 * Reads once, however many ask in the same transaction: a read sees one moment, so the answer is the same to all of them.
 * Not for a transaction that writes.
 */
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
