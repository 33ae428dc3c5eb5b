import { Ellipsis, Pencil, X } from 'lucide'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { CategoriaMesaPart, CompetidorAdmin } from '#contract/competidores.ts'
import { tituloOf } from '#domain/categoria.ts'
import { PlayButton } from '../inscripciones/MusicPlayer.tsx'
import { DeleteButton } from '../parts/RowButtons.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { askDeletion, askEdit } from './entrada.tsx'

export interface EntryProps {
  readonly competidor: CompetidorAdmin
  readonly categoria: CategoriaMesaPart
}

/** The cell of the marks: the first line stays in place when a second one comes. */
export const MARCAS = 'text-13 leading-[1.15] text-muted lg:max-xl:[grid-area:judges] xl:self-start xl:pt-2'

interface Props extends EntryProps {
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** The row has acts that only `isOpen` shows, also on a wide screen. */
  readonly hasMore?: boolean
  /** The acts before `Editar` and `Eliminar`. */
  readonly children: ReactNode
}

/**
 * The last cell of an entry's row, with its buttons. On a phone only its music is always shown; another button opens the rest below
 * the row.
 */
export function RowActs({ competidor, categoria, isOpen, onOpen, hasMore, children }: Props) {
  const { id, nombre, tieneMusica, duracion } = competidor
  const acts = useRef<HTMLDivElement>(null)
  const icon = isOpen ? X : Ellipsis
  return (
    <td role="cell" className="relative flex items-center justify-end max-xl:contents xl:py-0 xl:pr-2">
      <span className="[grid-area:first] max-xl:relative">
        <PlayButton track={{ id, nombre, detalle: tituloOf(categoria), duracion }} isSilent={!tieneMusica} />
      </span>
      <button
        type="button"
        aria-label={isOpen ? `Cerrar acciones de ${nombre}` : `Más acciones de ${nombre}`}
        aria-expanded={isOpen}
        className="relative grid size-8 place-items-center rounded-8 text-muted [grid-area:more] max-lg:size-11 lg:not-data-always:hidden"
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
        <IconButton label={`Editar ${nombre}`} icon={Pencil} onClick={() => askEdit(competidor, categoria)} />
        <DeleteButton nombre={nombre} onClick={() => askDeletion(competidor, categoria)} />
      </div>
    </td>
  )
}
