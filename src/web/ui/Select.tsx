import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { CONTROL, Field } from './Field.tsx'

interface Props extends ComponentProps<'select'> {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: ReactNode
}

/** The browser's own list: every phone knows how to show it. */
export function Select({ label, error, hint, children, ...select }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ties) => (
        <span className="relative block">
          <select {...select} {...ties} className={`${CONTROL} appearance-none pr-11`}>
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
