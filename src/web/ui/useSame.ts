import { useState } from 'react'

/** A list that stays the same object while its items do, so that what is memoised by it is not drawn again. */
export function useSame<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list)
  const isSame = kept.length === list.length && kept.every((item, index) => item === list[index])
  if (!isSame) keep(list)
  return isSame ? kept : list
}
