import { useId, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { useModal } from './useModal.ts'

interface Props {
  /** The question. */
  readonly question: string
  /** What is lost, or what happens. */
  readonly children: ReactNode
  /** The verb that does it: `Eliminar`. */
  readonly act: string
  readonly busyText: string
  readonly busy: boolean
  readonly danger?: boolean
  readonly problem?: string | null | undefined
  readonly onAct: () => void
  readonly onCancel: () => void
}

/** Asks before an act that cannot be taken back. The browser keeps focus inside and gives it back. */
export function ConfirmDialog({ question, children, act, busyText, busy, danger, problem, onAct, onCancel }: Props) {
  const id = useId()
  const dialog = useModal()

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-text`}
      className="appear m-auto w-[min(100%-2rem,30rem)] rounded-20 border border-line bg-surface p-5 text-ink lifted sm:p-7"
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onCancel()
      }}
      onClose={({ currentTarget }) => {
        // A browser closes what is asked to twice, whatever is said to it.
        if (busy) currentTarget.showModal()
        else onCancel()
      }}
    >
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
        {/* The safe answer is the one under the finger: `showModal` focuses the first control. */}
        <Button onClick={onCancel} reason={busy && 'Se está haciendo.'} quietReason>
          Cancelar
        </Button>
        <Button variant={danger ? 'danger-fill' : 'brand'} busy={busy} busyText={busyText} onClick={onAct}>
          {act}
        </Button>
      </div>
    </dialog>
  )
}
