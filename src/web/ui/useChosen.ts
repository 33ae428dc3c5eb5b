import { useEffect, useState } from 'react'

/** How long a choice shows after its command has ended without a change of the value. */
const STAYS_MS = 1_000

/**
 * The value that a control shows: the chosen one until the real value changes. When the command has ended and the real
 * value has not changed, the control goes back to it.
 */
export function useChosen<V>(value: V, busy: boolean): readonly [shown: V, choose: (value: V) => void] {
  const [chosen, setChosen] = useState<{ readonly value: V; readonly from: V } | null>(null)
  // The real value has changed, here or elsewhere: it shows from now on, even if it changes back.
  if (chosen && !Object.is(chosen.from, value)) setChosen(null)
  useEffect(() => {
    if (!chosen || busy) return undefined
    const timer = setTimeout(() => setChosen(null), STAYS_MS)
    return () => clearTimeout(timer)
  }, [chosen, busy])
  return [chosen ? chosen.value : value, (next) => setChosen({ value: next, from: value })]
}
