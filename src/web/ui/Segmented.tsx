import { useId, type ReactNode } from 'react'
import { useChosen } from './useChosen.ts'

interface Option<V extends string> {
  readonly value: V
  readonly label: string
  readonly mark?: ReactNode
}

interface Props<V extends string> {
  readonly legend: string
  readonly options: readonly Option<V>[]
  readonly value: V
  readonly onChange: (value: V) => void
  readonly busy?: boolean
  readonly className?: string
}

/** A few choices side by side: a radio group that looks like one piece. */
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
      <div className="flex rounded-12 border border-control bg-surface">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-12 grow items-center justify-center gap-2 px-4 text-15 font-semibold first:rounded-l-[0.6875rem] last:rounded-r-[0.6875rem] not-first:border-l not-first:border-control has-checked:bg-ink has-checked:text-surface has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === shown}
              className="absolute inset-0 appearance-none outline-none"
              onChange={() => {
                if (busy) return
                choose(option.value)
                onChange(option.value)
              }}
            />
            {option.mark}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
