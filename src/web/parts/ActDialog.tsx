import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Command, Input, Output } from '#contract/define.ts'
import type { ApiProblem } from '../api/request.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { useCommandForm, type BoundField } from '../api/useCommandForm.ts'
import { Button } from '../ui/Button.tsx'
import { busyTextOf } from './busyText.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { DateTimeField } from '../ui/DateTimeField.tsx'
import { NumberField, Select, TextField } from '../ui/Field.tsx'
import { Switch } from '../ui/Switch.tsx'
import { openDialog } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'

interface ActField<F extends string> {
  readonly name: F
  readonly label: string
  readonly hint?: string
  readonly type?: 'decimal' | 'number' | 'time'
  /** The choices by their values, in place of something to type. */
  readonly options?: readonly (readonly [value: string, text: string])[]
  /** What it shows at first. */
  readonly initial?: string | undefined
  /** As wide as half of the dialog. */
  readonly isHalf?: true
  /** Shown once the server has asked for it: what the dialog was opened for may have changed. */
  readonly ifAsked?: boolean
}

type Typed<F extends string> = Readonly<Record<NoInfer<F>, string>>

export interface Act<C extends Command, F extends string> {
  readonly question: string
  /** The effect of the act. */
  readonly text: ReactNode
  /** The label of the button that runs the act: `Reabrir`. */
  readonly act: string
  readonly command: C
  /** The input without the fields. */
  readonly input: Partial<Input<C>>
  readonly fields?: readonly ActField<F>[]
  /** The part of the input that the fields give, where it is not their texts. */
  readonly toInput?: (typed: Typed<F>) => Record<string, unknown>
  /** The faults of what was typed, by field, besides those of the declaration. */
  readonly check?: (typed: Typed<F>) => Partial<Typed<F>>
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
  readonly onDone?: (output: Output<C>, typed: Typed<F>, revision: number) => void
  readonly onRefused?: (problem: ApiProblem) => void
}

/**
 * Asks before an act of the organisers, with the fields that it needs: a reason, a decision, points. The person may close the
 * dialog while the command runs: a toast then shows a refusal.
 */
export function askAct<C extends Command, F extends string = never>(act: Act<C, F>): void {
  openDialog((close) => <ActDialog {...act} onClose={close} />)
}

type Deletion<C extends Command> = Omit<Act<C, never>, 'act' | 'danger' | 'role' | 'fields'>

/** Asks before a deletion. `text` says what is lost. */
export function askDelete<C extends Command>(deletion: Deletion<C>): void {
  askAct({ ...deletion, act: 'Eliminar', danger: true, role: 'alertdialog' })
}

function ActDialog<C extends Command, F extends string>(props: Act<C, F> & { readonly onClose: () => boolean }) {
  const { text, command, input, fields = [], toInput = (typed) => typed, check, failed, done, ...dialog } = props
  const { switches, moveFocus, onDone, onRefused, onClose, role = 'dialog', ...texts } = dialog
  const [on, setOn] = useState<readonly string[]>([])
  const [isAsked, setAsked] = useState(false)
  const shown = fields.filter(({ ifAsked }) => !ifAsked || isAsked)
  const form = useCommandForm<C, F>(command, {
    initial: Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial])) as Readonly<Record<F, string>>,
    toInput: (typed) => ({ ...input, ...toInput(typed), ...(switches && { [switches.name]: on }) }),
    ...(check && { check }),
    failed,
    onRefused: (problem) => {
      if (fields.some(({ name }) => name in problem.fields)) setAsked(true)
      onRefused?.(problem)
    },
    onDone: (output, typed, revision) => {
      onDone?.(output, typed, revision)
      if (onClose()) moveFocus?.()
      if (done !== undefined) toast(done)
    },
  })
  const isAtField = shown.some(({ name }) => form.field(name).error)
  return (
    <ConfirmDialog
      {...texts}
      role={role}
      busy={form.busy}
      busyText={busyTextOf(texts.act)}
      problem={isAtField ? null : form.fault}
      onAct={form.onSubmit}
      onCancel={onClose}
      fields={
        <div className="mt-4 grid gap-4 empty:hidden xs:grid-cols-2">
          {shown.map(({ name, isHalf, ...field }, at) => (
            <div key={name} className={isHalf ? '' : 'col-span-full'}>
              <FieldInput
                {...field}
                // One error is announced: the field that takes the focus may have it already.
                isAlert={shown.slice(0, at).every((earlier) => !form.field(earlier.name).error)}
                {...form.field(name)}
              />
            </div>
          ))}
          {(switches?.items ?? []).map(({ id, label }) => (
            <div key={id} className="col-span-full">
              <Switch
                label={label}
                description={switches?.hint}
                checked={on.includes(id)}
                onChange={(isOn) => setOn(isOn ? [...on, id] : on.filter((one) => one !== id))}
              />
            </div>
          ))}
        </div>
      }
    >
      {text}
    </ConfirmDialog>
  )
}

type InputProps = BoundField & Pick<ActField<string>, 'label' | 'hint' | 'type' | 'options'> & { isAlert: boolean }

function FieldInput({ type, options, isAlert, ...field }: InputProps) {
  if (options) return <Select {...field} options={options} />
  if (type === 'time') return <DateTimeField {...field} type={type} isAlert={isAlert} />
  if (type === 'number') return <NumberField {...field} isAlert={isAlert} />
  return <TextField {...field} isAlert={isAlert} inputMode={type} />
}

interface RowActProps extends Omit<ComponentProps<typeof Button>, 'size' | 'children'> {
  /** The button shows this; its accessible name goes on with `of`, since several rows have the same act. */
  readonly act: string
  readonly of: string
}

/** An act on one thing of several. */
export function RowAct({ act, of, ...button }: RowActProps) {
  return (
    <Button size="dense" aria-label={`${act} ${of}`} {...button}>
      {act}
    </Button>
  )
}

interface RowCommandProps<C extends Command> extends RowActProps {
  readonly command: C
  readonly input: Input<C>
  /** The subject of the refusal's toast, and the sentence that begins it. */
  readonly about: string
  readonly failed: string
  readonly onDone: (output: Output<C>) => void
}

/** An act that one command does, without a question. A refusal is said in a toast. */
export function RowCommand<C extends Command>({ command, input, about, failed, onDone, ...act }: RowCommandProps<C>) {
  const { busy, run } = useCommandWithToast(command, { about, before: failed })
  return (
    <RowAct
      busyText={busyTextOf(act.act)}
      {...act}
      busy={busy}
      onClick={async () => {
        const output = await run(input)
        if (output !== undefined) onDone(output)
      }}
    />
  )
}
