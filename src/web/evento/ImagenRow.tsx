import { Fragment, type ReactNode } from 'react'
import { moveImagen } from '#contract/evento.ts'
import type { GaleriaPart } from '#contract/views/portada.ts'
import { MoveButtons, DeleteButton } from '../parts/RowButtons.tsx'
import { useCommandWithToast } from '../api/useCommand.ts'

interface Props {
  readonly imagen: GaleriaPart['imagenes'][number]
  readonly place: number
  readonly isLast: boolean
  readonly onDelete: (imagen: Props['imagen']) => void
}

export function ImagenRow({ imagen, place, isLast, onDelete }: Props) {
  const { archivo, url } = imagen
  const move = useCommandWithToast(moveImagen, { about: `orden ${archivo}`, before: 'No se cambió el orden.' })
  return (
    <li className="imagen-row">
      <span className="num text-18">{place}</span>
      <img src={url} alt="" width="72" height="48" loading="lazy" />
      <span className="font-semibold [grid-area:name]">{breakable(archivo)}</span>
      <span>
        <MoveButtons
          nombre={archivo}
          isFirst={place === 1}
          isLast={isLast}
          busy={move.busy}
          onMove={async (direccion) => (await move.run({ archivo, direccion })) !== undefined}
        />
        <DeleteButton nombre={archivo} onClick={() => onDelete(imagen)} />
      </span>
    </li>
  )
}

/** Lets a file name break between its words and before its extension. */
function breakable(archivo: string): ReactNode {
  return archivo.split(/(?<=_)|(?=\.)/).map((word, index) => (
    // The words of a name never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      <wbr />
      {word}
    </Fragment>
  ))
}
