import { readPaises } from '#contract/paises.ts'
import type { BoundField } from '../api/useCommandForm.ts'
import { useQuery } from '../api/useQuery.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/Field.tsx'

/** The countries as the server sorts them. The one that is saved is offered even when it is none of them. */
export function PaisSelect(field: BoundField) {
  const { pages, isLoading, problem, refetch } = useQuery(readPaises, {})
  const [paises] = pages
  const names = paises?.map(({ name }) => name.common) ?? []
  const first = paises ? 'Elige tu país' : problem ? 'Sin lista de países' : 'Cargando países...'
  const other = field.value === '' || names.includes(field.value) ? [] : [field.value]
  return (
    <div>
      <Select
        label="País"
        autoComplete="country-name"
        required
        aria-busy={isLoading}
        options={[['', first], ...[...other, ...names].map((name) => [name, name] as const)]}
        {...field}
      />
      {problem && (
        <Aviso tone="danger" title="No se cargaron los países" className="mt-2">
          {problem.message}
          <Button size="dense" className="mt-2 flex" aria-label="Reintentar cargar los países" onClick={refetch}>
            Reintentar
          </Button>
        </Aviso>
      )}
    </div>
  )
}
