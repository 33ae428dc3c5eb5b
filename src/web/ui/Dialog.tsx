import { useId, type FormEvent, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'

interface Props {
  /** A form with fields is a `dialog`, a mere question an `alertdialog`. */
  readonly role?: 'dialog' | 'alertdialog'
  /** The question. */
  readonly question: string
  /** The effects of the act, with the data that it deletes. */
  readonly children: ReactNode
  /** Fields that the act needs, below the text. */
  readonly fields?: ReactNode
  /** The label of the button that runs the act: `Eliminar`. */
  readonly act: string
  /** The label of the safe answer. */
  readonly cancel?: string
  readonly busyText?: string | undefined
  readonly busy?: boolean
  readonly danger?: boolean
  readonly problem?: string | null | undefined
  readonly onAct: (event: FormEvent<HTMLFormElement>) => void
  /** A third answer, between the two. */
  readonly other?: { readonly act: string; readonly onAct: () => void }
  /** Called by the safe answer. A busy act continues, and its owner shows the outcome in a toast. */
  readonly onCancel: () => void
}

/** Asks before an act that cannot be undone. */
export function ConfirmDialog(props: Props) {
  const { question, children, fields, act, cancel = 'Cancelar', other, busy = false, danger, problem } = props
  const { role = fields ? 'dialog' : 'alertdialog', busyText, onAct, onCancel } = props
  const id = useId()
  return (
    <Modal role={role} aria-labelledby={`${id}-question`} aria-describedby={`${id}-text`} onDismiss={onCancel}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onAct(event)
        }}
      >
        <h2 id={`${id}-question`} className="text-24">
          {question}
        </h2>
        <div id={`${id}-text`} className="mt-2 text-15 text-muted">
          {children}
        </div>
        {fields}
        {problem && (
          <p role="alert" className="mt-3 rounded-12 bg-danger-soft p-3 text-14 text-danger">
            {problem}
          </p>
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          {/* `showModal` focuses the first control, so the safe answer stands first. */}
          <Button onClick={onCancel}>{busy ? 'Cerrar' : cancel}</Button>
          {other && <Button onClick={other.onAct}>{other.act}</Button>}
          <Button type="submit" variant={danger ? 'danger-fill' : 'brand'} busy={busy} busyText={busyText}>
            {act}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
