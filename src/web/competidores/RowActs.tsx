import { Ellipsis, X } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

/** The buttons of a row. On a phone only the `first` is always shown; another button opens the rest below the row. */
export function RowActs({ nombre, first, children }: { nombre: string; first: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const acts = useRef<HTMLDivElement>(null)
  const Icon = isOpen ? X : Ellipsis
  return (
    <div className="row-cell">
      <span className="row-first">{first}</span>
      <button
        type="button"
        aria-label={isOpen ? `Cerrar acciones de ${nombre}` : `Más acciones de ${nombre}`}
        aria-expanded={isOpen}
        className="row-more"
        onClick={() => {
          flushSync(() => setOpen(!isOpen))
          // The fixed buttons of the desk may cover it.
          acts.current?.scrollIntoView({ block: 'nearest' })
        }}
      >
        <Icon size={20} aria-hidden />
      </button>
      <div ref={acts} className="row-acts" data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  )
}
