import { useRef } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import type { Renglon } from '#domain/horario.ts'
import type { CategoriaAdminPart, CompetidorAdmin } from '#contract/competidores.ts'
import { useLeaving } from '../ui/useLeaving.ts'
import { CompetidorRow } from './CompetidorRow.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { focusRow } from './showRow.ts'
import { UnplacedRow } from './UnplacedRow.tsx'
import type { Editing } from './useEditing.tsx'

interface Props {
  readonly categoria: CategoriaAdminPart
  readonly renglones: readonly Renglon<CompetidorAdmin>[]
  readonly onSelect: (competidorId: string) => void
  readonly onEdit: (editing: Editing) => void
}

export function CategoriaCard({ categoria, renglones, onSelect, onEdit }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = `titulo-${categoria.id}`
  const titulo = tituloOf(categoria)
  const entries = [...renglones.map(({ competidor }) => competidor), ...categoria.sinOrden]
  const { leaving, ask, close } = useLeaving<CompetidorAdmin>((asked) => entries.find(({ id }) => id === asked.id))
  const count = entries.length

  function neighbourOf(competidorId: string): string | undefined {
    const at = entries.findIndex(({ id }) => id === competidorId)
    return (entries[at + 1] ?? entries[at - 1])?.id
  }

  function focusNeighbour(competidorId: string): void {
    const neighbour = neighbourOf(competidorId)
    if (neighbour === undefined) title.current?.focus()
    else focusRow(neighbour)
  }

  const edit = ({ id }: CompetidorAdmin) => onEdit({ id, neighbourId: neighbourOf(id) })

  return (
    <section aria-labelledby={titleId} className="card">
      <h2 ref={title} id={titleId} tabIndex={-1} className="px-4 py-3.5 text-22">
        {titulo} ({count})
      </h2>
      {count === 0 ? (
        <p className="border-t border-line px-4 py-4 text-15 text-muted">
          <strong className="font-semibold text-ink">Sin competidores.</strong> Aparecen aquí en cuanto se inscriben.
        </p>
      ) : (
        <table className="desk-rows">
          <thead>
            <tr>
              <th scope="col">Turno</th>
              <th scope="col">Competidor</th>
              <th scope="col">Compañía</th>
              <th scope="col">Jueces</th>
              <th scope="col">Acciones</th>
            </tr>
          </thead>
          <tbody>
            {renglones.map((renglon, index) => (
              <CompetidorRow
                key={renglon.competidor.id}
                renglon={renglon}
                titulo={titulo}
                isFirst={index === 0}
                isLast={index === renglones.length - 1}
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
      {leaving && (
        <DeleteDialog
          competidor={leaving}
          // The row that takes its place has the focus.
          onClose={(isGone) => close(isGone, ({ id }) => focusNeighbour(id))}
        />
      )}
    </section>
  )
}
