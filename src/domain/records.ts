/** Whether a value is an object with fields, no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Makes the check whether a value is one of a list. */
export const oneOf =
  <K>(keys: readonly K[]) =>
  (value: unknown): value is K =>
    keys.some((key) => key === value)

/** Makes the function that gives each key of a list a value. */
export const recordBy =
  <K extends string>(keys: readonly K[]) =>
  <T>(valueOf: (key: K) => T): Record<K, T> =>
    // One value for each key of the list.
    Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, T>

/** Makes the function that gives each key its title. */
export const titleBy =
  <K extends string>(titles: Readonly<Record<K, string>>) =>
  (key: K): string =>
    titles[key]
