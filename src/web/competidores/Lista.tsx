import { memo } from 'react'
import type { Dia } from '#domain/dia.ts'
import { matchesNombre } from '#domain/categoria.ts'
import { jornadaOf } from '#domain/jornada.ts'
import type { CompetidorAdmin, DiaVisto } from '#contract/competidores.ts'
import { Empty } from '../ui/Empty.tsx'
import { CategoriaCard } from './CategoriaCard.tsx'
import { DiaAside } from './DiaAside.tsx'

interface Props extends DiaVisto {
  readonly dia: Dia
  /** The next entries that have not arrived at the stage door. */
  readonly sinLlegar: readonly string[]
  /** The column beside the list shows the ceremony in course. */
  readonly hasPremiacion: boolean
  /** The search text. */
  readonly texto: string
  readonly onShow: (competidorId: string) => void
  /** Null, as `onRepeat`, on a day that is not active: its entries take no turn. */
  readonly onSelect: ((competidorId: string) => void) | null
  readonly onRepeat: ((competidor: CompetidorAdmin) => void) | null
}

/** The categories of a day with their entries, the missing data of the day, and its downloads. */
export const Lista = memo(function Lista(props: Props) {
  const { dia, categorias, siguientes, enTurno, sinLlegar, texto, onSelect, onRepeat } = props
  // The list shows no times, so that a press renders only two rows.
  const filas = jornadaOf(categorias, enTurno).categorias
  const found = filas.filter(({ categoria }) => matchesNombre(categoria, texto))
  const enVivo = onSelect && filas.flatMap(({ renglones }) => renglones)
  return (
    <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_15rem] xl:grid-cols-[minmax(0,1fr)_18.5rem]">
      <div className="flex min-w-0 flex-col gap-4">
        {found.map(({ categoria, renglones }) => (
          <CategoriaCard
            key={categoria.id}
            categoria={categoria}
            renglones={renglones.map((one) => ({ ...one, isMissing: sinLlegar.includes(one.competidor.id) }))}
            siguientes={siguientes[categoria.id]}
            onSelect={onSelect}
            onRepeat={onRepeat}
          />
        ))}
        {found.length === 0 && (
          <Empty title="Sin categorías.">
            {categorias.length === 0
              ? `Agrega la primera del ${dia} en Categorías.`
              : `Ninguna del ${dia} se llama así. Borra la búsqueda para verlas todas.`}
          </Empty>
        )}
      </div>
      <DiaAside {...props} enVivo={enVivo} />
    </div>
  )
})
