import { useState } from 'react'
import { flushSync } from 'react-dom'

interface Leaving<T> {
  /** What the question is about, as it is now; as it last was once somebody else has deleted it. */
  readonly leaving: T | null
  readonly ask: (one: T) => void
  /** Takes the question away. When what it was about is gone, `goOn` moves the focus that it had. */
  readonly close: (isGone: boolean, goOn: (gone: T) => void) => void
}

/** The question before something of a list is deleted. `find`: the same thing in the list as it is now. */
export function useLeaving<T>(find: (asked: T) => T | undefined): Leaving<T> {
  const [asked, setLeaving] = useState<T | null>(null)
  const found = asked === null ? undefined : find(asked)
  // Kept for when it is gone: the question stays, and says what it was about.
  if (found !== undefined && found !== asked) setLeaving(found)
  const leaving = found ?? asked
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
