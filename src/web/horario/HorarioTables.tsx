import { Check, ChevronDown } from 'lucide'
import { memo, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { tituloOf } from '#domain/categoria.ts'
import { formatCount } from '#domain/plural.ts'
import { avanceOf } from '#domain/estatus.ts'
import { corteBefore, filasOf, type Jornada } from '#domain/jornada.ts'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { Icon } from '../ui/Icon.tsx'
import { Button } from '../ui/Button.tsx'
import { HorarioTable, marcaOf } from './HorarioTable.tsx'
import { rowId } from './ids.ts'

interface Props {
  readonly categorias: Jornada<CategoriaHorarioPart>['categorias']
  readonly zona: string
  /** The lines are the result of a search: none of them is hidden. */
  readonly isFiltered: boolean
}

/** The tables of all categories of the day. The visitor can hide finished entries. */
export const HorarioTables = memo(function HorarioTables({ categorias, zona, isFiltered }: Props) {
  const [isFolded, setFolded] = useState(false)
  /** The ids of the categories that the visitor opened after hiding. */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const open = useCallback((id: string, firstId: string | undefined): void => {
    flushSync(() => setOpened((before) => new Set([...before, id])))
    // The button is gone: the focus goes to the first row that it has shown.
    const first = firstId === undefined ? null : document.getElementById(rowId(firstId))
    if (!first) return
    first.tabIndex = -1
    first.focus()
  }, [])
  const lists = categorias.map(({ renglones, pausas }) => filasOf(renglones, pausas))
  const hasFinished = !isFiltered && categorias.some(({ renglones }) => renglones[0]?.estatus === 'Finalizado')

  return (
    <>
      {hasFinished && (
        // Beside the search.
        <p className="mb-4 flex items-center justify-end sm:-mt-16 sm:min-h-12">
          <Button
            size="dense"
            onClick={() => {
              setFolded(!isFolded)
              setOpened(new Set())
            }}
          >
            {isFolded ? 'Mostrar finalizados' : 'Ocultar finalizados'}
          </Button>
        </p>
      )}
      {categorias.map(({ categoria, renglones, pausas }, index) => {
        const { estado } = avanceOf(renglones)
        const folds = isFolded && !isFiltered && !opened.has(categoria.id)
        const isOver = estado === 'finalizada' && pausas.every((pausa) => pausa.estado === 'pasada')
        if (folds && isOver) {
          return (
            <FoldedCategoria
              key={categoria.id}
              categoria={categoria}
              count={renglones.length}
              onOpen={() => open(categoria.id, renglones[0]?.competidor.id)}
            />
          )
        }
        return (
          <HorarioTable
            key={categoria.id}
            categoria={categoria}
            renglones={renglones}
            pausas={pausas}
            zona={zona}
            // The first row shows a new hour by itself, but not a new date or a clock that went back.
            inicio={marcaOf(corteBefore(lists.slice(0, index), lists[index] ?? [], zona))}
            onUnfold={folds ? open : undefined}
          />
        )
      })}
    </>
  )
})

interface FoldedProps {
  readonly categoria: CategoriaHorarioPart
  readonly count: number
  readonly onOpen: () => void
}

/** A finished category as one card. */
function FoldedCategoria({ categoria, count, onOpen }: FoldedProps) {
  return (
    <button
      type="button"
      aria-expanded={false}
      className="card mb-4 flex w-full items-center gap-3 px-4 py-2.5 text-left transition-colors hover:bg-sunken"
      onClick={onOpen}
    >
      <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-done-soft text-done">
        <Icon of={Check} size={17} />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-display text-18 leading-tight font-semibold">{tituloOf(categoria)}</span>
        <span className="block text-14 text-muted">{formatCount(count, 'finalizado', 'finalizados')}</span>
      </span>
      <Icon of={ChevronDown} size={19} className="shrink-0 text-link" />
    </button>
  )
}
