import { createRef } from 'react'
import { lazyPart } from '../ui/lazyPart.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { FormDialog } from './FormDialog.tsx'
import { focusRow } from './showRow.ts'

const EditForm = lazyPart(async () => (await import('./EditForm.tsx')).EditForm)

/** Opens the form of an entry. `neighbourId`: the row that gets the focus when the entry has left the day. */
export function askEdit(id: string, neighbourId: string | undefined): void {
  const opener = document.activeElement
  const cancel = createRef<HTMLButtonElement>()
  openDialog((onClose) => {
    const close = (): void => {
      // The browser returns the focus to the button that opened the dialog, unless its row is gone.
      if (!onClose() || document.activeElement === opener) return
      if (!focusRow(id) && neighbourId !== undefined) focusRow(neighbourId)
    }
    // Escape closes the dialog only when `Cancelar` could.
    const mayDismiss = () => cancel.current?.ariaDisabled !== 'true'
    return (
      <FormDialog title="Editar Competidor" mayDismiss={mayDismiss} onClose={close}>
        {() => <EditForm competidorId={id} cancelRef={cancel} onClose={close} />}
      </FormDialog>
    )
  })
}
