import { useEffect, useState } from 'react'

/** How long a choice stays shown after its act is over and nothing has come of it. */
const STAYS_MS = 1_000

/**
 * What a control shows between the press and the truth: what was chosen, until what it stands for moves. When the act is over
 * and it has not moved, it falls back to what is true.
 */
export function useChosen<V>(value: V, busy: boolean): readonly [shown: V, choose: (value: V) => void] {
  const [chosen, setChosen] = useState<{ readonly value: V; readonly from: V } | null>(null)
  // The truth has moved, there or elsewhere: it is shown from now on, also if it should come back to what it was.
  if (chosen && !Object.is(chosen.from, value)) setChosen(null)
  useEffect(() => {
    if (!chosen || busy) return undefined
    const timer = setTimeout(() => setChosen(null), STAYS_MS)
    return () => clearTimeout(timer)
  }, [chosen, busy])
  return [
    chosen && Object.is(chosen.from, value) ? chosen.value : value,
    (next) => setChosen({ value: next, from: value }),
  ]
}
