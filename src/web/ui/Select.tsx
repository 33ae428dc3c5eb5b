import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { CONTROL, Field } from './Field.tsx'

interface Props extends ComponentProps<'select'> {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** Shows its choice as ever, and takes no other. A disabled one would lose the focus. */
  readonly readOnly?: boolean
}

/** What makes a list show its choice as ever and take no other: the browser knows no read-only list. */
export function holdChoice(readOnly = false): ComponentProps<'select'> {
  return {
    'aria-readonly': readOnly || undefined,
    onKeyDown: (event) => {
      // Every key but Tab would choose.
      if (readOnly && event.key !== 'Tab') event.preventDefault()
    },
  }
}

/** The browser's own list: every phone knows how to show it. */
export function Select({ label, error, hint, readOnly, children, ...select }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ties) => (
        <span className="relative block">
          <select
            {...select}
            {...ties}
            {...holdChoice(readOnly)}
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
