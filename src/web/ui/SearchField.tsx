import { Search } from 'lucide-react'

interface Props {
  /** Both what it says inside and its name: `Buscar categoría...` */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly className?: string
}

export function SearchField({ label, value, onChange, className = '' }: Props) {
  return (
    <span className={`relative block ${className}`}>
      <Search size={18} aria-hidden className="pointer-events-none absolute inset-y-0 left-4 my-auto text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full rounded-12 border border-control bg-surface pr-3 pl-11 text-16 text-ink"
      />
    </span>
  )
}
