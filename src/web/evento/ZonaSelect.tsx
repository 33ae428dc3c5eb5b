import { formatHora, isZona } from '#domain/hora.ts'
import type { BoundField } from '../api/useCommandForm.ts'
import { useServerClock } from '../live/useServerClock.ts'
import { zonasPorNombre } from '../parts/zona.ts'
import { Select } from '../ui/Select.tsx'

/** The zones that this browser knows. The one that is saved is offered even when it is none of them. */
export function ZonaSelect(field: BoundField) {
  const now = useServerClock('minute')
  const known = Intl.supportedValuesOf('timeZone')
  const zonas = known.includes(field.value) ? known : [field.value, ...known]
  const hint = isZona(field.value) ? `Hora actual en esa zona: ${formatHora(now, field.value)}.` : undefined
  return (
    <Select label="Zona horaria" hint={hint} {...field}>
      {zonasPorNombre(zonas).map(({ zona, nombre }) => (
        <option key={zona} value={zona}>
          {nombre} ({zona})
        </option>
      ))}
    </Select>
  )
}
