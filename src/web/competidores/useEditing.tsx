import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { EditDialog } from './EditDialog.tsx'
import { focusRow } from './showRow.ts'

/** An entry that is being changed, and who stands beside it: the focus goes there when it leaves the day. */
export interface Editing {
  readonly id: string
  readonly neighbourId: string | undefined
}

/** The dialog that changes an entry of the day, and how to open it. It stays open whatever becomes of the row. */
export function useEditing(): readonly [dialog: ReactNode, edit: (editing: Editing) => void] {
  const [editing, setEditing] = useState<Editing | null>(null)

  function close(): void {
    flushSync(() => setEditing(null))
    // The browser gives the focus back to the button that opened it, unless that one went with its row.
    if (!editing || document.activeElement !== document.body) return
    if (!focusRow(editing.id) && editing.neighbourId !== undefined) focusRow(editing.neighbourId)
  }

  return [editing && <EditDialog key={editing.id} competidorId={editing.id} onClose={close} />, setEditing]
}
