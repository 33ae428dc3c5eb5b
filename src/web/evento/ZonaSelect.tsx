import { useMemo } from 'react'
import { formatHora, isZona } from '#domain/hora.ts'
import type { BoundField } from '../api/useCommandForm.ts'
import { useServerClock } from '../live/useView.ts'
import { zonasPorNombre } from '../parts/zona.ts'
import { Select } from '../ui/Field.tsx'

const KNOWN = Intl.supportedValuesOf('timeZone')

/** The time zones that the browser supports, and the saved zone also when it is not one of them. */
export function ZonaSelect(field: BoundField) {
  const now = useServerClock('minute')
  const saved = KNOWN.includes(field.value) ? null : field.value
  // Sorted once: there are hundreds, and the form renders at each keystroke.
  const zonas = useMemo(() => zonasPorNombre(saved === null ? KNOWN : [saved, ...KNOWN]), [saved])
  const hint = isZona(field.value) ? `Hora actual en esa zona: ${formatHora(now, field.value)}.` : undefined
  return (
    <Select label="Zona horaria" hint={hint} {...field}>
      {zonas.map(({ zona, nombre }) => (
        <option key={zona} value={zona}>
          {nombre} ({zona})
        </option>
      ))}
    </Select>
  )
}
