import type { ComponentProps, ReactNode } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  /** What it does and to whom: `Subir Ana`. */
  readonly label: string
  readonly icon: ReactNode
  readonly danger?: boolean
  /** It cannot be pressed now, and its place in the list says why. */
  readonly off?: boolean
  readonly busy?: boolean
}

/** A small act in a row of a table. */
export function IconButton({ label, icon, danger = false, off = false, busy = false, onClick, ...rest }: Props) {
  const { className = '', ...others } = rest
  const colour = danger ? 'text-danger hover:bg-danger-soft' : 'text-muted hover:bg-sunken hover:text-ink'
  return (
    <button
      {...others}
      type="button"
      aria-label={label}
      title={label}
      data-verb={label.split(' ', 1)[0]}
      disabled={off}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={`touch inline-flex items-center justify-center rounded-8 transition-colors duration-150 disabled:cursor-not-allowed disabled:bg-transparent disabled:opacity-35 ${colour} ${busy ? 'animate-pulse' : ''} ${className}`}
      onClick={(event) => {
        if (!busy) onClick?.(event)
      }}
    >
      {icon}
    </button>
  )
}
