import { useId, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'

interface Props {
  /** The question. */
  readonly question: string
  /** What happens, and what is lost. */
  readonly children: ReactNode
  /** The label of the button that runs the act: `Eliminar`. */
  readonly act: string
  /** The label of the safe answer. */
  readonly cancel?: string
  readonly busyText: string
  readonly busy: boolean
  readonly danger?: boolean
  readonly problem?: string | null | undefined
  readonly onAct: () => void
  /** A third answer, between the two. */
  readonly other?: { readonly act: string; readonly onAct: () => void }
  /** Called by the safe answer. A busy act continues, and its owner shows the outcome in a toast. */
  readonly onCancel: () => void
}

/** Asks before an act that cannot be undone. */
export function ConfirmDialog({ question, children, act, cancel = 'Cancelar', ...props }: Props) {
  const { busyText, busy, danger, problem, onAct, other, onCancel } = props
  const id = useId()

  return (
    <Modal role="alertdialog" aria-labelledby={`${id}-question`} aria-describedby={`${id}-text`} onDismiss={onCancel}>
      <h2 id={`${id}-question`} className="text-24">
        {question}
      </h2>
      <div id={`${id}-text`} className="mt-2 text-15 text-muted">
        {children}
      </div>
      {problem && (
        <p role="alert" className="mt-3 rounded-12 bg-danger-soft p-3 text-14 text-danger">
          {problem}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        {/* `showModal` focuses the first control, so the safe answer stands first. */}
        <Button onClick={onCancel}>{busy ? 'Cerrar' : cancel}</Button>
        {other && <Button onClick={other.onAct}>{other.act}</Button>}
        <Button variant={danger ? 'danger-fill' : 'brand'} busy={busy} busyText={busyText} onClick={onAct}>
          {act}
        </Button>
      </div>
    </Modal>
  )
}
