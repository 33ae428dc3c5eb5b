import { readPaises } from '#contract/paises.ts'
import { useAnswer } from '../api/useAnswer.ts'
import type { BoundField } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/Select.tsx'

const NOTHING = {}

/** The countries as the server sorts them. The one that is saved is offered even when it is none of them. */
export function PaisSelect(field: BoundField) {
  const { answer, problem, again } = useAnswer(readPaises, NOTHING)
  const names = answer?.map(({ name }) => name.common) ?? []
  const isOther = field.value !== '' && !names.includes(field.value)
  return (
    <div>
      <Select label="País" autoComplete="country-name" required aria-busy={!answer && !problem} {...field}>
        <option value="">{placeholderOf({ isThere: answer !== undefined, hasFailed: problem !== undefined })}</option>
        {isOther && <option value={field.value}>{field.value}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      {problem && (
        <Aviso tone="danger" title="No se cargaron los países" className="mt-2">
          {problem.message}
          <Button size="dense" className="mt-2 flex" aria-label="Reintentar cargar los países" onClick={again}>
            Reintentar
          </Button>
        </Aviso>
      )}
    </div>
  )
}

function placeholderOf({ isThere, hasFailed }: { isThere: boolean; hasFailed: boolean }): string {
  if (isThere) return 'Elige tu país'
  return hasFailed ? 'Sin lista de países' : 'Cargando países...'
}
