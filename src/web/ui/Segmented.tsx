import { useId, type ReactNode } from 'react'
import { useChosen } from './useChosen.ts'
import './segmented.css'

interface Option<V extends string> {
  readonly value: V
  readonly label: string
  /** Says to assistive technology what `mark` shows. */
  readonly note?: string | undefined
  readonly mark?: ReactNode
}

interface Props<V extends string> {
  readonly legend: string
  readonly options: readonly Option<V>[]
  readonly value: V
  /** Returns false when the choice needs a confirmation first. */
  readonly onChange: (value: V) => boolean | void
  readonly busy?: boolean
  readonly className?: string
}

/**
 * A radio group as a row of segments. Arrow keys move the focus only; Enter or Space chooses, since a choice may change
 * what the public sees.
 */
export function Segmented<V extends string>({
  legend,
  options,
  value,
  onChange,
  busy = false,
  className = '',
}: Props<V>) {
  const name = useId()
  const [shown, choose] = useChosen(value, busy)
  return (
    <fieldset role="radiogroup" aria-label={legend} aria-busy={busy || undefined} className={className}>
      <div className="segments">
        {options.map((option) => (
          <label key={option.value} className="segment">
            <input
              type="radio"
              name={name}
              value={option.value}
              aria-describedby={option.note && `${name}-${option.value}`}
              checked={option.value === shown}
              className="absolute inset-0 appearance-none outline-none"
              onChange={() => {
                if (!busy && onChange(option.value) !== false) choose(option.value)
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.currentTarget.click()
                else if (!focusNext(event.currentTarget, event.key)) return
                event.preventDefault()
              }}
            />
            {option.mark}
            {option.label}
          </label>
        ))}
      </div>
      {options.map(
        ({ value: of, note }) =>
          note && (
            <span key={of} id={`${name}-${of}`} hidden>
              {note}
            </span>
          ),
      )}
    </fieldset>
  )
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Moves the focus to the next option for an arrow key, from the last to the first. Returns false for other keys. */
function focusNext(input: HTMLInputElement, key: string): boolean {
  const step = STEPS[key]
  if (step === undefined) return false
  const group = [...(input.closest('fieldset')?.querySelectorAll('input') ?? [])]
  group.at((group.indexOf(input) + step) % group.length)?.focus()
  return true
}
