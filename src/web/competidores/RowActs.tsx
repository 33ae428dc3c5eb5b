import { Ellipsis, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

interface Props {
  readonly nombre: string
  /** Shown on every screen. */
  readonly first: ReactNode
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** The row has acts that only `isOpen` shows, also on a wide screen. */
  readonly hasMore?: boolean
  readonly children: ReactNode
}

/** The buttons of a row. On a phone only the `first` is always shown; another button opens the rest below the row. */
export function RowActs({ nombre, first, isOpen, onOpen, hasMore, children }: Props) {
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
        data-always={hasMore || undefined}
        onClick={() => {
          flushSync(() => onOpen(!isOpen))
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
