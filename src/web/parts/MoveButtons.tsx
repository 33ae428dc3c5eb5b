import { ArrowDown, ArrowUp } from '../ui/icons.ts'
import { useRef } from 'react'
import type { Direction } from '#domain/orden.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { keepInPlace } from '../ui/keepInPlace.ts'

interface Props {
  /** The name in the labels: `Subir Salsa`. */
  readonly nombre: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly busy: boolean
  /** Moves the item. Resolves to whether the server accepted it. */
  readonly onMove: (direccion: Direction) => Promise<boolean>
}

/**
 * Moves a row of a list up and down. The button stays under the finger and keeps the focus; at the end of the list,
 * where it goes off, the other one takes it.
 */
export function MoveButtons({ nombre, isFirst, isLast, busy, onMove }: Props) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)

  const move = (direccion: Direction, control: HTMLButtonElement): Promise<void> =>
    keepInPlace(
      control,
      () => onMove(direccion),
      () => (control === up.current ? down : up).current,
    )

  return (
    <>
      <IconButton
        ref={up}
        label={`Subir ${nombre}`}
        icon={<ArrowUp size={18} aria-hidden />}
        off={isFirst}
        busy={busy}
        onClick={({ currentTarget }) => void move('up', currentTarget)}
      />
      <IconButton
        ref={down}
        label={`Bajar ${nombre}`}
        icon={<ArrowDown size={18} aria-hidden />}
        off={isLast}
        busy={busy}
        onClick={({ currentTarget }) => void move('down', currentTarget)}
      />
    </>
  )
}
