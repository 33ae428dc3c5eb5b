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

  function close(): void {
    flushSync(() => setEditing(null))
    // The browser returns the focus to the button that opened the dialog, unless its row is gone.
    if (!editing || document.activeElement !== document.body) return
    if (!focusRow(editing.id) && editing.neighbourId !== undefined) focusRow(editing.neighbourId)
  }

  return [editing && <EditDialog key={editing.id} competidorId={editing.id} onClose={close} />, setEditing]
}

const EditForm = lazyPart(async () => (await import('./EditForm.tsx')).EditForm)

/** The form that changes an entry, in a dialog. */
function EditDialog({ competidorId, onClose }: { competidorId: string; onClose: () => void }) {
  const cancel = useRef<HTMLButtonElement>(null)
  // Escape closes the dialog only when `Cancelar` could.
  const mayDismiss = () => cancel.current?.ariaDisabled !== 'true'
  return (
    <FormDialog title="Editar Competidor" mayDismiss={mayDismiss} onClose={onClose}>
      {() => <EditForm competidorId={competidorId} cancelRef={cancel} onClose={onClose} />}
    </FormDialog>
  )
}
