import { useId, type ReactNode } from 'react'
import { useChosen } from './useChosen.ts'

interface Props {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly description: ReactNode
  /** The change is under way: the switch shows the new state and does not react. */
  readonly busy?: boolean
}

export function Switch({ label, checked, onChange, description, busy = false }: Props) {
  const id = useId()
  const [shown, choose] = useChosen(checked, busy)
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="block text-15 font-semibold">
          {label}
        </label>
        <p id={`${id}-text`} className="text-14 text-muted">
          {description}
        </p>
      </div>
      <span className="grid size-11 shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          role="switch"
          className={`switch ${busy ? 'animate-pulse' : ''}`}
          checked={shown}
          aria-checked={shown}
          aria-busy={busy || undefined}
          aria-describedby={`${id}-text`}
          onChange={(event) => {
            if (busy) return
            choose(event.target.checked)
            onChange(event.target.checked)
          }}
        />
      </span>
    </div>
  )
}
