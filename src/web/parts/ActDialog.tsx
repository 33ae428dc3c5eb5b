import { useState, type ReactNode } from 'react'
import type { Command, Input, Output } from '#contract/define.ts'
import type { ApiProblem } from '../api/command.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { Switch } from '../ui/Switch.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'

interface ActField<F extends string> {
  readonly name: F
  readonly label: string
  readonly hint?: string
  /** A number with decimals. */
  readonly isDecimal?: true
  /** Shown once the server has asked for it: what the dialog was opened for may have changed. */
  readonly ifAsked?: boolean
}

export interface Act<C extends Command, F extends string> {
  readonly question: string
  /** The effect of the act. */
  readonly text: ReactNode
  /** The label of the button that runs the act: `Reabrir`. */
  readonly act: string
  readonly busyText: string
  readonly command: C
  /** The input without the fields. */
  readonly input: Partial<Input<C>>
  readonly fields?: readonly ActField<F>[]
  /** Switches below the fields, off at first. The field `name` of the input lists the ids of those that are on. */
  readonly switches?: { name: string; hint: string; items: readonly { id: string; label: string }[] }
  /** The start of the message of a refusal: `No se reabrió.` */
  readonly failed: string
  /** The toast after the act; absent where `onDone` shows one. */
  readonly done?: string
  readonly danger?: boolean
  readonly role?: 'alertdialog'
  /** Moves the focus after the act, when the control that asked is gone with it. */
  readonly moveFocus?: () => void
  /**
   * Called also when the dialog was closed before the server answered, as `onRefused` is. `revision` contains the change.
   */
  readonly onDone?: (output: Output<C>, revision: number) => void
  readonly onRefused?: (problem: ApiProblem) => void
}

/**
 * Asks before an act of the organisers, with the fields that it needs: a reason, a decision, points. The person may close the
 * dialog while the command runs: a toast then shows a refusal.
 */
export function askAct<C extends Command, F extends string = never>(act: Act<C, F>): void {
  openDialog((close) => <ActDialog {...act} onClose={close} />)
}

type Deletion<C extends Command> = Omit<Act<C, never>, 'act' | 'busyText' | 'danger' | 'role' | 'fields'>

/** Asks before a deletion. `text` says what is lost. */
export function askDelete<C extends Command>(deletion: Deletion<C>): void {
  askAct({ ...deletion, act: 'Eliminar', busyText: 'Eliminando...', danger: true, role: 'alertdialog' })
}

function ActDialog<C extends Command, F extends string>(props: Act<C, F> & { readonly onClose: () => boolean }) {
  const { question, text, act, busyText, command, input, fields = [], failed, done, danger = false } = props
  const { role = 'dialog', switches, moveFocus, onDone, onRefused, onClose } = props
  const [on, setOn] = useState<readonly string[]>([])
  const [isAsked, setAsked] = useState(false)
  const shown = fields.filter(({ ifAsked }) => !ifAsked || isAsked)
  const form = useCommandForm<C, F>(command, {
    initial: Object.fromEntries(fields.map(({ name }) => [name, ''])) as Readonly<Record<F, string>>,
    toInput: (typed) => ({ ...input, ...typed, ...(switches && { [switches.name]: on }) }),
    failed,
    onRefused: (problem) => {
      if (fields.some(({ name }) => name in problem.fields)) setAsked(true)
      onRefused?.(problem)
    },
    onDone: (output, _typed, revision) => {
      onDone?.(output, revision)
      if (onClose()) moveFocus?.()
      if (done !== undefined) toast(done)
    },
  })
  const isAtField = shown.some(({ name }) => form.field(name).error)
  return (
    <ConfirmDialog
      role={role}
      question={question}
      act={act}
      busyText={busyText}
      busy={form.busy}
      danger={danger}
      problem={isAtField ? null : form.fault}
      onAct={form.onSubmit}
      onCancel={onClose}
      fields={[
        ...shown.map(({ name, label, hint, isDecimal }, at) => (
          <TextField
            key={name}
            // One error is announced: the field that takes the focus may have it already.
            isAlert={shown.slice(0, at).every((earlier) => !form.field(earlier.name).error)}
            label={label}
            hint={hint}
            autoComplete="off"
            inputMode={isDecimal ? 'decimal' : undefined}
            fieldClass="mt-4"
            {...form.field(name)}
          />
        )),
        ...(switches?.items ?? []).map(({ id, label }) => (
          <div key={id} className="mt-4">
            <Switch
              label={label}
              description={switches?.hint}
              checked={on.includes(id)}
              onChange={(isOn) => setOn(isOn ? [...on, id] : on.filter((one) => one !== id))}
            />
          </div>
        )),
      ]}
    >
      {text}
    </ConfirmDialog>
  )
}
