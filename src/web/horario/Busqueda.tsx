import type { Jornada } from '#domain/jornada.ts'
import { formatCount } from '#domain/plural.ts'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { Empty } from '../ui/Empty.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { foldCard } from './foldCard.ts'

export interface BusquedaProps {
  readonly texto: string
  readonly buscar: (texto: string) => void
  /** The lines whose entry matches, and their categories. */
  readonly encontradas: Jornada<CategoriaHorarioPart>['categorias']
}

/** The search field. Tells how many entries match; says so when none does. */
export function Busqueda({ texto, buscar, encontradas }: BusquedaProps) {
  const isSearching = texto.trim() !== ''
  const count = encontradas.flatMap(({ renglones }) => renglones).length
  return (
    <>
      <div className="horario-busca" ref={foldCard}>
        <SearchField label="Buscar competidor..." value={texto} onChange={buscar} />
      </div>
      <p aria-live="polite" className="sr-only">
        {isSearching && formatCount(count, 'competidor', 'competidores')}
      </p>
      {isSearching && count === 0 && (
        <Empty title="Ningún competidor coincide.">Revisa la ortografía o busca solo una parte del nombre.</Empty>
      )}
    </>
  )
}
