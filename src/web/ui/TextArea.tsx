import type { ComponentProps } from 'react'
import { CONTROL, Field, type FieldTexts } from './Field.tsx'

interface TextAreaProps extends ComponentProps<'textarea'>, FieldTexts {}

/** A labelled text of several lines. */
export function TextArea({ label, error, hint, isAlert, className = '', ...area }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint} isAlert={isAlert}>
      {(ties) => <textarea {...area} {...ties} className={`${CONTROL} py-3 ${className}`} />}
    </Field>
  )
}
