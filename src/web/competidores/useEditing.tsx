import { X } from 'lucide'
import { useState, type ReactNode, Suspense, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../ui/Icon.tsx'
import { focusRow } from './showRow.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { mayLeave } from '../ui/unsaved.ts'
import { Loading } from '../ui/Empty.tsx'
import { Modal } from '../ui/Modal.tsx'

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

/** The form that changes an entry, in a dialog. The code of the form loads on first use. */
function EditDialog({ competidorId, onClose }: { competidorId: string; onClose: () => void }) {
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)

  /** Asks first when the form has unsaved changes. A command that runs continues after the dialog closes. */
  const close = async () => {
    if (await mayLeave()) onClose()
  }
  // Escape closes the dialog only when `Cancelar` could.
  const dismiss = () => {
    if (cancel.current?.ariaDisabled !== 'true') void close()
  }

  return (
    <Modal aria-labelledby={id} onDismiss={dismiss}>
      <div className="mb-5 flex items-start justify-between gap-3">
        <h2 id={id} className="text-30">
          Editar Competidor
        </h2>
        <IconButton label="Cerrar formulario" icon={<Icon of={X} size={20} />} onClick={() => void close()} />
      </div>
      <ErrorBoundary of="part">
        <Suspense fallback={<Loading>Abriendo...</Loading>}>
          <EditForm competidorId={competidorId} cancelRef={cancel} onClose={onClose} />
        </Suspense>
      </ErrorBoundary>
    </Modal>
  )
}
