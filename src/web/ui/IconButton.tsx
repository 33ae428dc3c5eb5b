import type { IconNode } from 'lucide'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

const LOOKS = {
  plain: 'touch rounded-8 text-muted hover:bg-sunken hover:text-ink',
  danger: 'touch rounded-8 text-danger hover:bg-danger-soft',
  round: 'size-11 flex-none rounded-full border border-link text-link hover:bg-sunken',
  link: 'touch rounded-8 text-link hover:bg-sunken',
  filled: 'size-11 flex-none rounded-full border border-brand bg-brand text-white',
} as const

interface Props extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  /** The act and its object: `Subir Ana`. */
  readonly label: string
  readonly icon: IconNode
  readonly look?: keyof typeof LOOKS
  /** The button is off, for a reason that its place in the list shows (the first cannot go up). */
  readonly off?: boolean
  readonly busy?: boolean
}

/** A small act in a row of a table. */
export function IconButton({ label, icon, look = 'plain', off = false, busy = false, onClick, ...rest }: Props) {
  const { className = '', ...others } = rest
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
      className={`inline-flex items-center justify-center transition-colors duration-150 disabled:cursor-not-allowed disabled:bg-transparent disabled:opacity-35 ${LOOKS[look]} ${busy ? 'animate-pulse' : ''} ${className}`}
      onClick={(event) => {
        if (!busy) onClick?.(event)
      }}
    >
      <Icon of={icon} size={18} />
    </button>
  )
}
