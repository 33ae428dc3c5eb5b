import { tituloOf } from '#domain/categoria.ts'
import type { Renglon } from '#domain/horario.ts'
import type { CategoriaAdminPart, CompetidorAdmin } from '#contract/competidores.ts'
import { CompetidorRow } from './CompetidorRow.tsx'
import { UnplacedRow } from './UnplacedRow.tsx'

interface Props {
  readonly categoria: CategoriaAdminPart
  readonly renglones: readonly Renglon<CompetidorAdmin>[]
  readonly onSelect: (competidorId: string) => void
  readonly onDelete: (competidor: CompetidorAdmin) => void
}

export function CategoriaCard({ categoria, renglones, onSelect, onDelete }: Props) {
  const titleId = `titulo-${categoria.id}`
  const titulo = tituloOf(categoria)
  const count = renglones.length + categoria.sinOrden.length
  return (
    <section aria-labelledby={titleId} className="card">
      <h2 id={titleId} tabIndex={-1} className="px-4 py-3.5 text-22">
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
                onDelete={onDelete}
              />
            ))}
            {categoria.sinOrden.map((competidor) => (
              <UnplacedRow key={competidor.id} competidor={competidor} titulo={titulo} onDelete={onDelete} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
