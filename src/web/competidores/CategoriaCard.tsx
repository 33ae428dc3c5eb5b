import { memo, useCallback, useRef } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import type { Renglon } from '#domain/horario.ts'
import type { CategoriaMesaPart, CompetidorAdmin } from '#contract/competidores.ts'
import { useDeleteQuestion } from '../ui/useDeleteQuestion.ts'
import { CompetidorRow } from './CompetidorRow.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { focusRow } from './showRow.ts'
import { UnplacedRow } from './UnplacedRow.tsx'
import type { Editing } from './useEditing.tsx'

interface Props {
  readonly categoria: CategoriaMesaPart
  readonly renglones: readonly Renglon<CompetidorAdmin>[]
  /** Null on a day that is only looked at. */
  readonly onSelect: ((competidorId: string) => void) | null
  readonly onEdit: (editing: Editing) => void
}

export const CategoriaCard = memo(function CategoriaCard({ categoria, renglones, onSelect, onEdit }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = `titulo-${categoria.id}`
  const titulo = tituloOf(categoria)
  const entries = [...categoria.competidores, ...categoria.sinOrden]
  const { asked, ask, close } = useDeleteQuestion<CompetidorAdmin>((item) => entries.find(({ id }) => id === item.id))
  const count = entries.length

  function focusNeighbour(competidorId: string): void {
    const neighbour = neighbourOf(categoria, competidorId)
    if (neighbour === undefined) title.current?.focus()
    else focusRow(neighbour)
  }

  const edit = useCallback(
    ({ id }: CompetidorAdmin) => onEdit({ id, neighbourId: neighbourOf(categoria, id) }),
    [categoria, onEdit],
  )

  return (
    <section aria-labelledby={titleId} className="card desk-card" style={{ '--filas': count }}>
      <h2 ref={title} id={titleId} tabIndex={-1} className="px-4 py-3.5 text-22">
        {titulo} ({count})
      </h2>
      {count === 0 ? (
        <p className="border-t border-line px-4 py-4 text-15 text-muted">
          <strong className="font-semibold text-ink">Sin competidores.</strong> Aparecerán aquí en cuanto se inscriban.
        </p>
      ) : (
        <table role="table" className="desk-rows">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                Turno
              </th>
              <th role="columnheader" scope="col">
                Competidor
              </th>
              <th role="columnheader" scope="col">
                Compañía
              </th>
              <th role="columnheader" scope="col">
                Jueces
              </th>
              <th role="columnheader" scope="col">
                Acciones
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {renglones.map((renglon, index) => (
              <CompetidorRow
                key={renglon.competidor.id}
                renglon={renglon}
                titulo={titulo}
                arribaId={renglones[index - 1]?.competidor.id}
                abajoId={renglones[index + 1]?.competidor.id}
                onSelect={onSelect}
                onEdit={edit}
                onDelete={ask}
              />
            ))}
            {categoria.sinOrden.map((competidor) => (
              <UnplacedRow key={competidor.id} competidor={competidor} titulo={titulo} onEdit={edit} onDelete={ask} />
            ))}
          </tbody>
        </table>
      )}
      {asked && (
        <DeleteDialog
          competidor={asked}
          titulo={titulo}
          // The row that takes its place has the focus.
          onClose={(isGone) => close(isGone, ({ id }) => focusNeighbour(id))}
        />
      )}
    </section>
  )
})

function neighbourOf({ competidores, sinOrden }: CategoriaMesaPart, competidorId: string): string | undefined {
  const entries = [...competidores, ...sinOrden]
  const at = entries.findIndex(({ id }) => id === competidorId)
  return (entries[at + 1] ?? entries[at - 1])?.id
}
