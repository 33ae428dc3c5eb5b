import { isReserved } from './keepable.ts'

/** Something that the tree keys by its name where that is its alone, and by its key where it is not. */
export interface Named {
  readonly key: string
  readonly nombre: string | null
}

/** Whether the name cannot stand for it: none, shared with another of the list, or the key of another. */
export function needsKey(one: Named, list: readonly Named[]): boolean {
  return (
    !one.nombre ||
    isReserved(one.nombre) ||
    list.some((other) => other !== one && (other.nombre === one.nombre || other.key === one.nombre))
  )
}

/** What the tree keys it by. */
export function labelOf(one: Named, list: readonly Named[]): string {
  return needsKey(one, list) ? one.key : (one.nombre ?? one.key)
}

/** Whom a label means: by name if that is one's alone, by key else. `'ambiguous'`: a name that several have. */
export function findByLabel<T extends Named>(label: string, list: readonly T[]): T | 'ambiguous' | undefined {
  const byKey = list.find(({ key }) => key === label)
  const byName = list.filter(({ nombre }) => nombre === label)
  if (byKey && (byName.length !== 1 || needsKey(byKey, list))) return byKey
  return byName.length > 1 ? 'ambiguous' : byName[0]
}
