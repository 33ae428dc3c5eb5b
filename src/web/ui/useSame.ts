import { useState } from 'react'

/** Returns the previous list while the items are the same objects, so that memoised components do not render again. */
export function useSame<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list)
  const isSame = kept.length === list.length && kept.every((item, index) => item === list[index])
  if (!isSame) keep(list)
  return isSame ? kept : list
}
