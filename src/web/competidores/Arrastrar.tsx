import { GripVertical } from 'lucide'
import { keepInPlace } from '../parts/RowButtons.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { beginDrag } from './arrastre.ts'

interface Props {
  readonly nombre: string
  readonly onGrab: () => void
  /** Puts the entry before another one, or last. Resolves to whether the server accepted it. */
  readonly onPut: (antesDe: string | null) => Promise<boolean>
  /** Asks for the place. */
  readonly onOpen: () => void
}

/** The handle of a row, for mouse and touch. Enter on it, or a click, asks for the place. */
export function Arrastrar({ nombre, onGrab, onPut, onOpen }: Props) {
  return (
    <IconButton
      label={`Arrastrar ${nombre}`}
      icon={GripVertical}
      // Above the name, whose button covers the row.
      className="row-drag relative z-1 cursor-grab touch-none lg:w-7 lg:min-w-7"
      onContextMenu={(event) => event.preventDefault()}
      onPointerDown={({ currentTarget: handle, nativeEvent }) => {
        if (nativeEvent.button !== 0) return
        onGrab()
        beginDrag(handle, nativeEvent, (antesDe, settle) => {
          void keepInPlace(handle, { act: () => onPut(antesDe), settle })
        })
      }}
      onClick={onOpen}
    />
  )
}
