import { CircleAlert } from './frameIcons.tsx'
import { useId, type ReactNode } from 'react'

/** The attributes that connect a control to its label, its hint and its error. */
export interface FieldTies {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

interface Props {
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** A screen reader announces the error as soon as it shows. */
  readonly isAlert?: boolean | undefined
  readonly className?: string
  readonly children: (ties: FieldTies) => ReactNode
}

export const CONTROL =
  'w-full rounded-12 border bg-surface px-4 text-ellipsis text-16 text-ink min-h-12 border-control aria-invalid:border-2 aria-invalid:border-danger'

/** A labelled control with its error and its hint below. */
export function Field({ label, error, hint, isAlert = false, className = '', children }: Props) {
  const id = useId()
  const ties: FieldTies = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-15 font-semibold">
        {label}
      </label>
      {children(ties)}
      {error && (
        <p id={`${id}-error`} role={isAlert ? 'alert' : undefined} className="mt-1.5 flex gap-2 text-14 text-danger">
          <CircleAlert size={17} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-14 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
