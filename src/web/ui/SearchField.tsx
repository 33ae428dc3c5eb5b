import { Search, X } from 'lucide'
import { useRef } from 'react'
import { Icon } from './Icon.tsx'

interface Props {
  /** The accessible name, and the placeholder: `Buscar categoría...` */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly className?: string
}

export function SearchField({ label, value, onChange, className = '' }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={`relative block ${className}`}>
      <Icon of={Search} size={18} className="pointer-events-none absolute inset-y-0 left-4 my-auto text-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full rounded-12 border border-control bg-surface pr-13 pl-11 text-16 text-ink"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Borrar búsqueda"
          className="absolute inset-y-0 right-0.5 grid w-11 place-items-center rounded-10 text-muted hover:text-ink"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <Icon of={X} size={18} />
        </button>
      )}
    </span>
  )
}
