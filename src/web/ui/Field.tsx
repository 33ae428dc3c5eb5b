import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** The attributes that connect a control to its label, its hint and its error. */
type FieldTies = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>

export interface FieldTexts {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** A word at the right of the label about what the control shows. */
  readonly state?: string | undefined
  /** A screen reader announces the error as soon as it shows. */
  readonly isAlert?: boolean | undefined
}

interface FieldProps extends FieldTexts {
  readonly className?: string
  readonly children: (ties: FieldTies) => ReactNode
}

export const CONTROL =
  'w-full rounded-12 border bg-surface px-4 text-ellipsis text-16 text-ink min-h-12 border-control aria-invalid:border-2 aria-invalid:border-danger'

/** A labelled control with its error and its hint below. */
export function Field({ label, error, hint, state, isAlert = false, className = '', children }: FieldProps) {
  const id = useId()
  const ties: FieldTies = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby':
      [state && `${id}-state`, error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className={className}>
      {state && (
        <span id={`${id}-state`} className="float-right text-14 text-muted">
          {state}
        </span>
      )}
      <label htmlFor={id} className="mb-1.5 block text-15 font-semibold">
        {label}
      </label>
      {children(ties)}
      {error && <FieldError id={`${id}-error`} error={error} isAlert={isAlert} />}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-14 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The error below a control. */
export function FieldError({ id, error, isAlert }: { id?: string; error: string; isAlert: boolean }) {
  return (
    <p id={id} role={isAlert ? 'alert' : undefined} className="mt-1.5 flex gap-2 text-14 text-danger">
      <Icon of={CircleAlert} size={17} className="mt-px shrink-0" />
      {error}
    </p>
  )
}

export type Choices = readonly (readonly [value: string | number, text: string])[]

/** The choices of a `<select>`. */
export function Options({ of }: { of: Choices }) {
  return of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
}

interface SelectProps extends ComponentProps<'select'>, Omit<FieldTexts, 'isAlert'> {
  /** The choice cannot change. Unlike a disabled one, the list can have the focus. */
  readonly readOnly?: boolean
  /** The choices by their values; or children, where they stand in groups. */
  readonly options?: Choices
}

/**
 * Attributes that make a `<select>` read-only for the keyboard and for screen readers, because HTML has no such attribute.
 * The class `aria-readonly:pointer-events-none` of the element stops the pointer.
 */
export function readOnlyProps(readOnly = false): ComponentProps<'select'> {
  return {
    'aria-readonly': readOnly || undefined,
    onKeyDown: (event) => {
      // Every key but Tab changes the choice.
      if (readOnly && event.key !== 'Tab') event.preventDefault()
    },
  }
}

/** A labelled native `<select>`. */
export function Select({ label, error, hint, readOnly, options = [], children, ...select }: SelectProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ties) => (
        <span className="relative block">
          <select
            {...select}
            {...ties}
            {...readOnlyProps(readOnly)}
            className={`${CONTROL} appearance-none pr-11 aria-readonly:pointer-events-none`}
          >
            <Options of={options} />
            {children}
          </select>
          <Icon
            of={ChevronDown}
            size={18}
            className="pointer-events-none absolute inset-y-0 right-4 my-auto text-muted"
          />
        </span>
      )}
    </Field>
  )
}

export interface TextFieldProps extends ComponentProps<'input'>, FieldTexts {
  readonly fieldClass?: string
}

/** A text. The browser offers no earlier value unless the field asks for one. */
export function TextField({
  label,
  error,
  hint,
  state,
  isAlert,
  fieldClass = '',
  className = '',
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} state={state} isAlert={isAlert} className={fieldClass}>
      {(ties) => <input type="text" autoComplete="off" {...input} {...ties} className={`${CONTROL} ${className}`} />}
    </Field>
  )
}

/** The person's own e-mail address, without capitals or corrections by the keyboard. */
export function EmailField(props: Omit<TextFieldProps, 'label'>) {
  const ties = { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false, required: true }
  return <TextField label="Correo electrónico" type="email" {...ties} {...props} />
}

/** The account of a form that has no field for it: a password manager saves the new password under this name. */
export function HiddenUsername({ email = '' }: { email: string | undefined }) {
  return <input autoComplete="username" defaultValue={email} hidden />
}

/** A whole number, typed on the numeric keypad. The value is a string: the form checks it. */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="numeric" {...props} className={`num ${props.className ?? ''}`} />
}

/** A password, with a button that shows the typed text. */
export function PasswordField({ label, error, hint, isAlert, fieldClass = '', ...input }: TextFieldProps) {
  const [isShown, setShown] = useState(false)
  const icon = isShown ? EyeOff : Eye
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
            <Icon of={icon} size={19} />
          </button>
        </span>
      )}
    </Field>
  )
}

/** The number of a typed text. Another text is returned as it is, for the schema to refuse. */
export function numberOf(texto: string): unknown {
  return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(texto) ? Number(texto) : texto
}
