import { ChevronDown } from '../ui/tableIcons.ts'
import { useId } from 'react'
import { criteriosOfTipo, isTipoCriterios, TIPOS_CRITERIOS, tipoTitle } from '#domain/criterios.ts'
import { setCriterios, type CategoriaPart } from '#contract/categorias.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { readOnlyProps } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { useChosen } from '../ui/useChosen.ts'

/** Chooses the criteria of a category, and names those that `Automático` selects. */
export function CriteriosSelect({ categoria, nombre }: { categoria: CategoriaPart; nombre: string }) {
  const { id, criterios, tipoCriterios } = categoria
  const save = useCommandWithToast(setCriterios, { about: `criterios ${id}`, before: 'No se cambiaron los criterios.' })
  const [shown, choose] = useChosen<string>(criterios ?? 'automatico', save.busy)
  const hintId = useId()
  return (
    <span className="categorias-cell">
      <span className="relative">
        <select
          aria-label={`Criterios de ${nombre}`}
          aria-describedby={hintId}
          aria-busy={save.busy || undefined}
          {...readOnlyProps(save.busy)}
          className="touch aria-readonly:pointer-events-none appearance-none rounded-10 border border-control bg-surface pr-8 pl-3 text-15 text-ink"
          value={shown}
          onChange={async ({ target: { value } }) => {
            if (save.busy) return
            choose(value)
            const chosen = isTipoCriterios(value) ? value : 'automatico'
            if (await save.run({ id, criterios: chosen })) toast(`Criterios de ${nombre} guardados.`)
          }}
        >
          <option value="automatico">Automático</option>
          {TIPOS_CRITERIOS.map((tipo) => (
            <option key={tipo} value={tipo}>
              {tipoTitle(tipo)}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-muted"
        />
      </span>
      <span id={hintId} className="text-14 whitespace-nowrap text-muted">
        {tipoTitle(tipoCriterios)}, {criteriosOfTipo(tipoCriterios).length}
        <span className="sr-only"> criterios</span>
      </span>
    </span>
  )
}
