import { Eye, EyeOff } from './tableIcons.ts'
import { useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { CONTROL, Field } from './Field.tsx'

interface Props extends ComponentProps<'input'> {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly isAlert?: boolean | undefined
  readonly fieldClass?: string
}

export function TextField({ label, error, hint, isAlert, fieldClass = '', className = '', ...input }: Props) {
  return (
    <Field label={label} error={error} hint={hint} isAlert={isAlert} className={fieldClass}>
      {(ties) => <input type="text" {...input} {...ties} className={`${CONTROL} ${className}`} />}
    </Field>
  )
}

/** The person's own e-mail address, without capitals or corrections by the keyboard. */
export function EmailField(props: Omit<Props, 'label'>) {
  const ties = { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false, required: true }
  return <TextField label="Correo electrónico" type="email" {...ties} {...props} />
}

/** A whole number, typed on the numeric keypad. The value is a string: the form checks it. */
export function NumberField(props: Props) {
  return <TextField inputMode="numeric" autoComplete="off" {...props} className={`num ${props.className ?? ''}`} />
}

/**
 * A day and an hour in the zone of the event, with the native picker. The input is uncontrolled: React copies the value of a
 * controlled one to its `value` attribute, and Firefox then erases all parts of a date that is incomplete.
 */
export function DateTimeField({ value, ...props }: Props & { readonly value: string }) {
  const [first] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  // The value of an incomplete date is empty on both sides, so its parts stay.
  useLayoutEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value
  })
  return (
    <TextField
      {...props}
      ref={input}
      type="datetime-local"
      defaultValue={first}
      className={`num ${props.className ?? ''}`}
    />
  )
}

/** A password, with a button that shows the typed text. */
export function PasswordField({ label, error, hint, isAlert, fieldClass = '', ...input }: Props) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} error={error} hint={hint} isAlert={isAlert} className={fieldClass}>
      {(ties) => (
        <span className="relative block">
          <input {...input} {...ties} type={isShown ? 'text' : 'password'} className={`${CONTROL} pr-13`} />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label="Ver lo escrito"
            className="absolute inset-y-0 right-0.5 grid w-11 place-items-center rounded-10 text-muted hover:text-ink"
            onClick={() => setShown(!isShown)}
          >
            <Icon size={19} aria-hidden />
          </button>
        </span>
      )}
    </Field>
  )
}
