import { useState } from 'react'
import { flushSync } from 'react-dom'

interface DeleteQuestion<T> {
  /** The item that the question names, as it is now, or as it last was when another person has deleted it. */
  readonly asked: T | null
  readonly ask: (item: T) => void
  /** Closes the question. When the item is deleted, `moveFocus` puts the focus elsewhere. */
  readonly close: (isDeleted: boolean, moveFocus: (item: T) => void) => void
}

/** The question before an item of a list is deleted. `find` returns the same item in the list as it is now. */
export function useDeleteQuestion<T>(find: (item: T) => T | undefined): DeleteQuestion<T> {
  const [last, setLast] = useState<T | null>(null)
  const found = last === null ? undefined : find(last)
  // The question stays open after another person deletes the item, and still names it.
  if (found !== undefined && found !== last) setLast(found)
  const asked = found ?? last
  return {
    asked,
    ask: setLast,
    close: (isDeleted, moveFocus) => {
      // Nothing behind an open dialog can take the focus: the dialog is unmounted first.
      flushSync(() => setLast(null))
      if (isDeleted && asked !== null) moveFocus(asked)
    },
  }
}
