import { memo, useCallback, useState } from 'react'
import { avanceOf, corteBetween, type Programa } from '#domain/horario.ts'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { Button } from '../ui/Button.tsx'
import { FoldedCategoria } from './FoldedCategoria.tsx'
import { HorarioTable } from './HorarioTable.tsx'

interface Props {
  readonly categorias: Programa<CategoriaHorarioPart>['categorias']
  readonly zona: string
}

/** Every category of the day with all its rows. Hiding those that have finished is the visitor's act. */
export const HorarioTables = memo(function HorarioTables({ categorias, zona }: Props) {
  const [isFolded, setFolded] = useState(false)
  /** Those that were opened one by one after folding. */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const open = useCallback((id: string) => setOpened((before) => new Set([...before, id])), [])
  const hasFinished = categorias.some(({ renglones }) => renglones[0]?.estatus === 'Finalizado')

  return (
    <div className="horario-list">
      {hasFinished && (
        <p className="horario-fold mb-4 flex justify-end">
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
      {categorias.map(({ categoria, renglones }, index) => {
        const { estado } = avanceOf(renglones)
        const folds = isFolded && !opened.has(categoria.id)
        const before = categorias[index - 1]?.renglones.at(-1)?.hora ?? null
        const corte = corteBetween(before, renglones[0]?.hora ?? null, zona)
        if (folds && estado === 'finalizada') {
          return (
            <FoldedCategoria
              key={categoria.id}
              categoria={categoria}
              count={renglones.length}
              onOpen={() => open(categoria.id)}
            />
          )
        }
        return (
          <HorarioTable
            key={categoria.id}
            categoria={categoria}
            renglones={renglones}
            zona={zona}
            // A new hour is plain where a table begins; a new date is not.
            startsAfterMidnight={corte?.tipo === 'medianoche'}
            onUnfold={folds ? open : undefined}
          />
        )
      })}
    </div>
  )
})
