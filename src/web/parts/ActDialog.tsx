import { useId, type ReactNode } from 'react'
import type { Command, Input } from '#contract/define.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { Button } from '../ui/Button.tsx'
import { Modal, openDialog } from '../ui/Modal.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'

interface ActField<F extends string> {
  readonly name: F
  readonly label: string
  readonly hint?: string
  /** A number with decimals. */
  readonly isDecimal?: true
}

interface Act<C extends Command, F extends string> {
  readonly question: string
  /** What the act does. */
  readonly text: ReactNode
  /** The label of the button that runs the act: `Reabrir`. */
  readonly act: string
  readonly busyText: string
  readonly command: C
  /** The input without the fields. */
  readonly input: Partial<Input<C>>
  readonly fields?: readonly ActField<F>[]
  /** The start of the message of a refusal: `No se reabrió.` */
  readonly failed: string
  /** The toast after the act. */
  readonly done: string
  readonly danger?: boolean
}

/**
 * Asks before an act of the organisers, with the fields that it needs: a reason, a decision, points. The person may close the
 * dialog while the command runs: a toast then shows a refusal.
 */
export function askAct<C extends Command, F extends string = never>(act: Act<C, F>): void {
  openDialog((close) => <ActDialog {...act} onClose={close} />)
}

function ActDialog<C extends Command, F extends string>(props: Act<C, F> & { readonly onClose: () => void }) {
  const { question, text, act, busyText, command, input, fields = [], failed, done, danger, onClose } = props
  const id = useId()
  const form = useCommandForm<C, F>(command, {
    initial: Object.fromEntries(fields.map(({ name }) => [name, ''])) as Readonly<Record<F, string>>,
    toInput: (typed) => ({ ...input, ...typed }),
    failed,
    onDone: () => {
      onClose()
      toast(done)
    },
  })
  const isAtField = fields.some(({ name }) => form.field(name).error)
  return (
    <Modal aria-labelledby={`${id}-question`} aria-describedby={`${id}-text`} onDismiss={onClose}>
      <form noValidate onSubmit={form.onSubmit}>
        <h2 id={`${id}-question`} className="text-24">
          {question}
        </h2>
        <div id={`${id}-text`} className="mt-2 text-15 text-muted">
          {text}
        </div>
        {fields.map(({ name, label, hint, isDecimal }, at) => (
          <TextField
            key={name}
            // One error is announced: the field that takes the focus may have it already.
            isAlert={fields.slice(0, at).every((earlier) => !form.field(earlier.name).error)}
            label={label}
            hint={hint}
            autoComplete="off"
            inputMode={isDecimal ? 'decimal' : undefined}
            fieldClass="mt-4"
            {...form.field(name)}
          />
        ))}
        {form.refusal && !isAtField && (
          <p role="alert" className="mt-3 rounded-12 bg-danger-soft p-3 text-14 text-danger">
            {form.fault}
          </p>
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant={danger ? 'danger-fill' : 'brand'} busy={form.busy} busyText={busyText}>
            {act}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
