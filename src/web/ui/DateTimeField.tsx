import { useLayoutEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from './Field.tsx'

/**
 * A day and an hour in the zone of the event, or an hour alone (`type="time"`), with the native picker. The input is uncontrolled: React copies
 * the value of a controlled one to its `value` attribute, and Firefox then erases all parts of a date that is incomplete. Safari shows the
 * time of now in an empty input: a word says that it is empty.
 */
export function DateTimeField({ value, ...props }: TextFieldProps & { readonly value: string }) {
  const [first] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  // The value of an incomplete date is empty on both sides, so its parts stay.
  useLayoutEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value
  })
  const className = `num ${props.className ?? ''}`
  const state = value === '' ? (props.type === 'time' ? 'Sin hora' : 'Sin fecha') : undefined
  return (
    <TextField type="datetime-local" state={state} {...props} ref={input} defaultValue={first} className={className} />
  )
}
