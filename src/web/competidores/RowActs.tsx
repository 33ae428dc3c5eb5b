import { Ellipsis, X } from 'lucide'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { CompetidorAdmin } from '#contract/competidores.ts'
import { PlayButton } from '../parts/MusicPlayer.tsx'
import { DeleteButton, EditButton } from '../parts/RowButtons.tsx'
import { Icon } from '../ui/Icon.tsx'

export interface EntryProps {
  readonly competidor: CompetidorAdmin
  /** The title of its category. */
  readonly titulo: string
  readonly onEdit: (competidor: CompetidorAdmin) => void
  readonly onDelete: (competidor: CompetidorAdmin) => void
}

interface Props extends EntryProps {
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** The row has acts that only `isOpen` shows, also on a wide screen. */
  readonly hasMore?: boolean
  /** The acts before `Editar` and `Eliminar`. */
  readonly children: ReactNode
}

/** The buttons of an entry's row. On a phone only its music is always shown; another button opens the rest below the row. */
export function RowActs({ competidor, titulo, isOpen, onOpen, hasMore, onEdit, onDelete, children }: Props) {
  const { id, nombre, tieneMusica, duracion } = competidor
  const acts = useRef<HTMLDivElement>(null)
  const icon = isOpen ? X : Ellipsis
  return (
    <div className="relative flex items-center justify-end max-xl:contents">
      <span className="[grid-area:first] max-xl:relative">
        <PlayButton track={{ id, nombre, detalle: titulo, duracion }} isSilent={!tieneMusica} />
      </span>
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
        <Icon of={icon} size={20} />
      </button>
      <div ref={acts} className="row-acts" data-open={isOpen || undefined}>
        {children}
        <EditButton nombre={nombre} onClick={() => onEdit(competidor)} />
        <DeleteButton nombre={nombre} onClick={() => onDelete(competidor)} />
      </div>
    </div>
  )
}
