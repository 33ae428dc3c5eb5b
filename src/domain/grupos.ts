/** Items with equal figures, in the order in which they were given. */
export interface Grupo<T> {
  readonly items: readonly [T, ...T[]]
  readonly figures: readonly number[]
}

/**
 * Ranks items by figures: the first figure that differs decides, and the higher one is first. Items without a difference stand
 * in one group.
 */
export function rankInGroups<T>(items: readonly T[], figuresOf: (item: T) => readonly number[]): Grupo<T>[] {
  const ranked = items
    .map((item) => ({ item, figures: figuresOf(item) }))
    .toSorted((a, b) => {
      const at = differenceOf(a.figures, b.figures)
      return at === -1 ? 0 : (b.figures[at] ?? 0) - (a.figures[at] ?? 0)
    })
  const groups: { readonly items: [T, ...T[]]; readonly figures: readonly number[] }[] = []
  for (const { item, figures } of ranked) {
    const last = groups.at(-1)
    if (last && differenceOf(last.figures, figures) === -1) last.items.push(item)
    else groups.push({ items: [item], figures })
  }
  return groups
}

/** The position of the first figure that differs; -1 when all are equal. */
export function differenceOf(a: readonly number[], b: readonly number[]): number {
  return a.findIndex((figure, at) => figure !== b[at])
}
