/** The records of a collection that hold something, by key. The same order whatever the order they came in. */
export function recordsOf<T>(collection: Readonly<Record<string, T | null>> | null | undefined): [string, T][] {
  return Object.entries(collection ?? {})
    .flatMap(([key, value]): [string, T][] => (value === null ? [] : [[key, value]]))
    .toSorted(([a], [b]) => compare(a, b))
}

/** By code units: the same on every machine, whatever its language. */
export function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** In the tree absent and empty are the same. */
export function orNull(text: string | null | undefined): string | null {
  return text || null
}
