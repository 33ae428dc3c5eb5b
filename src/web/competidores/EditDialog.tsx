import { X } from '../ui/frameIcons.tsx'
import { Suspense, useId, useRef } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { mayLeave } from '../ui/unsaved.ts'
import { Loading } from '../ui/Empty.tsx'
import { Modal } from '../ui/Modal.tsx'

const EditForm = lazyPart(async () => (await import('./EditForm.tsx')).EditForm)

/** The form that changes an entry, in a dialog. The code of the form loads on first use. */
export function EditDialog({ competidorId, onClose }: { competidorId: string; onClose: () => void }) {
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
        <IconButton label="Cerrar formulario" icon={<X size={20} aria-hidden />} onClick={() => void close()} />
      </div>
      <ErrorBoundary of="part">
        <Suspense fallback={<Loading>Abriendo...</Loading>}>
          <EditForm competidorId={competidorId} cancelRef={cancel} onClose={onClose} />
        </Suspense>
      </ErrorBoundary>
    </Modal>
  )
}
