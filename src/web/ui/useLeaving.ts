import { useState } from 'react'
import { flushSync } from 'react-dom'

interface Leaving<T> {
  /** What the question is about, as it was when it was asked: others may change or delete it meanwhile. */
  readonly leaving: T | null
  readonly ask: (one: T) => void
  /** Takes the question away. When what it was about is gone, `goOn` moves the focus that it had. */
  readonly close: (isGone: boolean, goOn: (gone: T) => void) => void
}

/** The question before something of a list is deleted. */
export function useLeaving<T>(): Leaving<T> {
  const [leaving, setLeaving] = useState<T | null>(null)
  return {
    leaving,
    ask: setLeaving,
    close: (isGone, goOn) => {
      // Nothing behind a question takes the focus: it goes first.
      flushSync(() => setLeaving(null))
      if (isGone && leaving !== null) goOn(leaving)
    },
  }
}
