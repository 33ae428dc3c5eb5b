import { X } from 'lucide'
import { Suspense, useId, type ReactNode } from 'react'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Loading } from '../ui/Empty.tsx'
import { Modal } from '../ui/Modal.tsx'
import { mayLeave } from '../ui/unsaved.ts'

interface Props {
  readonly title: string
  readonly onClose: () => void
  /** Whether Escape closes it now. */
  readonly mayDismiss?: () => boolean
  /** Its code loads on first use. `close` asks first when the form has unsaved changes. */
  readonly children: (close: () => void) => ReactNode
}

/** A form in a dialog. A command that runs continues after the dialog closes. */
export function FormDialog({ title, onClose, mayDismiss = () => true, children }: Props) {
  const id = useId()
  const close = async () => {
    if (await mayLeave()) onClose()
  }
  return (
    <Modal aria-labelledby={id} onDismiss={() => void (mayDismiss() && close())}>
      <div className="mb-5 flex items-start justify-between gap-3">
        <h2 id={id} className="min-w-0 text-30 wrap-anywhere">
          {title}
        </h2>
        <IconButton label="Cerrar formulario" icon={X} onClick={() => void close()} />
      </div>
      <ErrorBoundary of="part">
        <Suspense fallback={<Loading>Abriendo...</Loading>}>{children(() => void close())}</Suspense>
      </ErrorBoundary>
    </Modal>
  )
}
