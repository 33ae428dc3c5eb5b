import { memo, useState } from 'react'
import { formatCalificaciones } from '#domain/calificacion.ts'
import { placeCompetidor } from '#contract/competidores.ts'
import { RowCommand } from '../parts/ActDialog.tsx'
import { toast } from '../ui/toast.ts'
import { MARCAS, RowActs, type EntryProps } from './RowActs.tsx'
import { focusRow } from './showRow.ts'

/** An entry without `orden`: no turn, no time and no result. `Colocar` gives it the last position. */
export const UnplacedRow = memo(function UnplacedRow(props: EntryProps) {
  const { id, nombre, compania, calificaciones } = props.competidor
  const [isOpen, setOpen] = useState(false)
  return (
    <tr role="row" data-competidor={id} className="unplaced">
      <td role="cell" className="py-1 text-13 leading-tight text-muted max-xl:[grid-area:turn]">
        Sin orden
      </td>
      <td role="cell" className="font-semibold lg:max-xl:self-end">
        {nombre}
      </td>
      <td role="cell" className="text-muted lg:max-xl:self-start">
        {compania}
      </td>
      <td role="cell" className={MARCAS}>
        <span className="line-clamp-1">{formatCalificaciones(calificaciones)}</span>
      </td>
      <RowActs {...props} isOpen={isOpen} onOpen={setOpen}>
        <RowCommand
          act="Colocar"
          of={nombre}
          command={placeCompetidor}
          input={{ id }}
          about={`lugar ${id}`}
          failed="No se colocó."
          onDone={() => {
            focusRow(id)
            toast(`${nombre} quedó al final de su categoría.`)
          }}
        />
      </RowActs>
    </tr>
  )
})
