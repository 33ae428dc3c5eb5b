import { ChevronDown } from './tableIcons.ts'
import type { ComponentProps, ReactNode } from 'react'
import { CONTROL, Field } from './Field.tsx'

interface Props extends ComponentProps<'select'> {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** The choice cannot change. Unlike a disabled one, the list can have the focus. */
  readonly readOnly?: boolean
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
export function Select({ label, error, hint, readOnly, children, ...select }: Props) {
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
            {children}
          </select>
          <ChevronDown
            size={18}
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-4 my-auto text-muted"
          />
        </span>
      )}
    </Field>
  )
}
