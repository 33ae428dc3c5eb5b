import { memo, useState } from 'react'
import { formatCalificaciones } from '#domain/calificacion.ts'
import { placeCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import { useCommandWithToast } from '../api/command.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { RowActs } from './RowActs.tsx'
import { focusRow, rowMark } from './showRow.ts'

interface Props {
  readonly competidor: CompetidorAdmin
  /** The title of its category. */
  readonly titulo: string
  readonly onEdit: (competidor: CompetidorAdmin) => void
  readonly onDelete: (competidor: CompetidorAdmin) => void
}

/** An entry without `orden`: no turn, no time and no result. `Colocar` gives it the last position. */
export const UnplacedRow = memo(function UnplacedRow({ competidor, titulo, onEdit, onDelete }: Props) {
  const { id, nombre, compania, calificaciones } = competidor
  const [isOpen, setOpen] = useState(false)
  const place = useCommandWithToast(placeCompetidor, { about: `lugar ${id}`, before: 'No se colocó.' })
  return (
    <tr role="row" {...rowMark(id)} className="unplaced">
      <td role="cell" className="py-1 text-13 leading-tight text-muted">
        Sin orden
      </td>
      <td role="cell" className="font-semibold">
        {nombre}
      </td>
      <td role="cell" className="text-muted">
        {compania}
      </td>
      <td role="cell" className="text-13 text-muted">
        <span className="line-clamp-1">{formatCalificaciones(calificaciones)}</span>
      </td>
      <td role="cell">
        <RowActs
          competidor={competidor}
          titulo={titulo}
          isOpen={isOpen}
          onOpen={setOpen}
          onEdit={onEdit}
          onDelete={onDelete}
        >
          <Button
            size="dense"
            aria-label={`Colocar ${nombre}`}
            busy={place.busy}
            onClick={async () => {
              if (!(await place.run({ id }))) return
              focusRow(id)
              toast(`${nombre} quedó al final de su categoría.`)
            }}
          >
            Colocar
          </Button>
        </RowActs>
      </td>
    </tr>
  )
})
