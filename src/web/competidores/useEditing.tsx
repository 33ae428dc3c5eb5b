import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { lazyPart } from '../ui/lazyPart.tsx'
import { FormDialog } from './FormDialog.tsx'
import { focusRow } from './showRow.ts'

/** The edited entry, and its neighbour, which gets the focus when the entry leaves the day. */
export interface Editing {
  readonly id: string
  readonly neighbourId: string | undefined
}

/** Returns the dialog that edits an entry, and the function that opens it. The dialog stays open when the row goes. */
export function useEditing(): readonly [dialog: ReactNode, edit: (editing: Editing) => void] {
  const [editing, setEditing] = useState<Editing | null>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  // Escape closes the dialog only when `Cancelar` could.
  const mayDismiss = () => cancel.current?.ariaDisabled !== 'true'

  function close(): void {
    flushSync(() => setEditing(null))
    // The browser returns the focus to the button that opened the dialog, unless its row is gone.
    if (!editing || document.activeElement !== document.body) return
    if (!focusRow(editing.id) && editing.neighbourId !== undefined) focusRow(editing.neighbourId)
  }

  const dialog = editing && (
    <FormDialog key={editing.id} title="Editar Competidor" mayDismiss={mayDismiss} onClose={close}>
      {() => <EditForm competidorId={editing.id} cancelRef={cancel} onClose={close} />}
    </FormDialog>
  )
  return [dialog, setEditing]
}

const EditForm = lazyPart(async () => (await import('./EditForm.tsx')).EditForm)
