import type { Arbol } from '#contract/interchange.ts'
import { compare } from './records.ts'

/** The tree as a file holds it: the same bytes for the same event. Names are sorted, what is absent or empty is left out. */
export function textOf({ extra, ...collections }: Arbol): string {
  // An empty text of ours was left blank on purpose; everywhere else it is as good as absent.
  const tree = {
    ...present(collections, isEmpty),
    extra: { ...present(extra ?? {}, isEmpty), evento: present(extra?.evento ?? {}, isAbsent) },
  }
  return `${JSON.stringify(present(tree, isAbsent), null, 2)}\n`
}

function present(value: object, drops: (value: unknown) => boolean): object {
  const entries = Object.entries(value)
    .map(([name, item]): [string, unknown] => [name, presentOf(item, drops)])
    .filter(([, item]) => !drops(item))
  return Object.fromEntries(entries.toSorted(([a], [b]) => compare(a, b)))
}

function presentOf(value: unknown, drops: (value: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? present(value, drops) : value
}

function isAbsent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === undefined
}

function isEmpty(value: unknown): boolean {
  return value === '' || isAbsent(value)
}
