import { Check, ChevronDown } from 'lucide-react'
import { tituloOf } from '#domain/categoria.ts'
import { countOf } from '#domain/plural.ts'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'

interface Props {
  readonly categoria: CategoriaHorarioPart
  readonly count: number
  readonly onOpen: () => void
}

/** A category that is over, as one card. */
export function FoldedCategoria({ categoria, count, onOpen }: Props) {
  return (
    <button
      type="button"
      aria-expanded={false}
      className="card mb-4 flex w-full items-center gap-3 px-4 py-2.5 text-left transition-colors hover:bg-sunken"
      onClick={onOpen}
    >
      <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-done-soft text-done">
        <Check size={17} />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-display text-18 leading-tight font-semibold">{tituloOf(categoria)}</span>
        <span className="block text-14 text-muted">{countOf(count, 'finalizado', 'finalizados')}</span>
      </span>
      <ChevronDown size={19} aria-hidden className="shrink-0 text-link" />
    </button>
  )
}
