import { nfc } from '#domain/categoria.ts'

/** Records by key. */
export type Collection<T> = Readonly<Record<string, T | null>> | null | undefined

/** The records of a collection with their keys, sorted by key. Leaves out the keys whose record is null. */
export function recordsOf<T>(collection: Collection<T>): [string, T][] {
  return Object.entries(collection ?? {})
    .flatMap(([key, value]): [string, T][] => (value === null ? [] : [[key, value]]))
    .toSorted(([a], [b]) => compareTexts(a, b))
}

/** Builds a collection: an object with one record per key. */
export function collectionOf<T, V>(rows: readonly T[], entryOf: (row: T) => [string, V]): Record<string, V> {
  return Object.fromEntries(rows.map(entryOf))
}

/** Builds a collection with one record for the rows of each key. */
export function groupsOf<T, V>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  recordOf: (rows: readonly T[]) => V,
): Record<string, V> {
  return collectionOf([...Map.groupBy(rows, keyOf)], ([key, group]) => [key, recordOf(group)])
}

/** Compares texts by code units: the order does not depend on the locale of the machine. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Compares records by some fields: the first one in which they differ decides. */
export const by =
  <K extends string>(...fields: readonly K[]) =>
  (a: Readonly<Record<K, string | number>>, b: Readonly<Record<K, string | number>>): number => {
    const field = fields.find((name) => a[name] !== b[name])
    return field === undefined ? 0 : a[field] < b[field] ? -1 : 1
  }

/** An id that is not taken: `wanted`, or the first free one of `wanted~2`, `wanted~3` … */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  let n = 2
  while (taken.has(`${wanted}~${n}`)) n += 1
  return `${wanted}~${n}`
}

/** Whether JavaScript gives a property name a meaning of its own, so that no record can have it as key. */
export function isReserved(name: string): boolean {
  return name === '__proto__'
}

/** A judge or an entry. The marks refer to it by a label: its name when the name is unique, its key otherwise. */
interface Labelled {
  readonly id: string
  /** Its key in the tree, when that is not its id. */
  readonly clave?: string | null
  readonly nombre: string | null
}

/** The key of a record in the tree. */
export function keyOf({ id, clave }: Pick<Labelled, 'id' | 'clave'>): string {
  return clave ?? id
}

/** Whether the label of a record is its key: it has no name, or its name is that of another record or the key of one. */
export function needsKey(one: Labelled, list: readonly Labelled[]): boolean {
  if (!one.nombre || isReserved(one.nombre)) return true
  const nombre = nfc(one.nombre)
  return list.some((other) => other !== one && [other.nombre ?? '', keyOf(other)].map(nfc).includes(nombre))
}

/** The label of each record of a list, by id. */
export function labelsOf(list: readonly Labelled[]): Map<string, string> {
  return new Map(list.map((one) => [one.id, needsKey(one, list) ? keyOf(one) : (one.nombre ?? keyOf(one))]))
}

/** The judge or entry that a label of the file refers to; `'ambiguous'` when several records have that name. */
export function findByLabel<T extends Labelled>(label: string, list: readonly T[]): T | 'ambiguous' | undefined {
  const byKey = list.find((one) => keyOf(one) === label)
  const byName = list.filter(({ nombre }) => nombre !== null && nfc(nombre) === nfc(label))
  if (byKey && (byName.length !== 1 || needsKey(byKey, list))) return byKey
  return byName.length > 1 ? 'ambiguous' : byName[0]
}
