import { Ellipsis, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'

/**
 * What can be done with a row. On a phone it opens in place, under the row, but for what is done most; a wide screen
 * shows it all the time.
 */
export function RowActs({ nombre, first, children }: { nombre: string; first: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const Icon = isOpen ? X : Ellipsis
  return (
    <div className="row-cell">
      <span className="row-first">{first}</span>
      <button
        type="button"
        aria-label={isOpen ? `Cerrar acciones de ${nombre}` : `Más acciones de ${nombre}`}
        aria-expanded={isOpen}
        className="row-more"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon size={20} aria-hidden />
      </button>
      <div className="row-acts" data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  )
}
