import { ChevronDown, ChevronUp } from 'lucide'
import { useId } from 'react'
import type { CategoriaResultadosPart, Resultados } from '#contract/views/calificaciones.ts'
import { Later } from '../parts/Later.tsx'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { CategoriaTable } from './CategoriaTable.tsx'

/** The public does not see it. */
const PdfActs = lazyPart(async () => (await import('./PdfActs.tsx')).PdfActs)

interface Props {
  readonly day: Resultados
  /** The categories that match the search. */
  readonly found: readonly CategoriaResultadosPart[]
  readonly isAdmin: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function DiaResultados({ day, found, isAdmin, isOpen, onToggle }: Props) {
  const id = useId()
  const chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <section aria-labelledby={id} className="mb-9">
      <div className="mb-4 grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-3 gap-y-2 border-b border-line pb-2 sm:flex sm:flex-wrap">
        <h2 id={id} className="grow text-24 lg:text-[1.625rem]">
          Resultados del día: {day.dia}
        </h2>
        {isAdmin && (
          <Later place={<div className="min-h-11 max-sm:order-last max-sm:col-span-2" />}>
            <PdfActs day={day} headingId={id} />
          </Later>
        )}
        <Button
          variant="ghost"
          size="dense"
          className="flex-row-reverse"
          icon={chevron}
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={onToggle}
        >
          {isOpen ? 'Ocultar' : 'Mostrar'}
        </Button>
      </div>
      {isOpen && <Contents day={day} found={found} />}
    </section>
  )
}

function Contents({ day, found }: Pick<Props, 'day' | 'found'>) {
  if (day.categorias.length === 0) {
    return (
      <Empty title={`No hay categorías registradas para el día: ${day.dia}.`}>
        La organización todavía prepara este día. Esta página se actualiza sola.
      </Empty>
    )
  }
  if (found.length === 0)
    return <p className="text-15 text-muted">Ninguna categoría de este día coincide con la búsqueda.</p>
  return (
    <div className="gap-5 md:columns-2">
      {found.map((categoria) => (
        <CategoriaTable key={categoria.id} dia={day.dia} categoria={categoria} />
      ))}
    </div>
  )
}
