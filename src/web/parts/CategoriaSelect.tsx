import type { MisInscripciones } from '#contract/inscripciones.ts'
import { tituloOf } from '#domain/categoria.ts'
import { diaTitle } from '#domain/dia.ts'
import type { BoundField } from '../api/useCommandForm.ts'
import { Select } from '../ui/Select.tsx'

interface Props {
  readonly field: BoundField
  readonly dias: MisInscripciones['dias']
  /** The category that the entry is in already: it takes no new place there. */
  readonly current?: string | undefined
  /** Of the organisers: a full one takes whom they put there. */
  readonly isFree: boolean
}

/** Every category of the event by day, with the places that are left: a full one says so before anything is typed. */
export function CategoriaSelect({ field, dias, current, isFree }: Props) {
  const chosen = dias
    .flatMap(({ dia, categorias }) => categorias.map((one) => ({ ...one, dia })))
    .find(({ id }) => id === field.value)
  return (
    <Select
      label="Categoría"
      required
      hint={chosen && `${diaTitle(chosen.dia)}. ${placesOf(chosen.lugares)}`}
      {...field}
    >
      <option value="">Elige una categoría</option>
      {dias.map(({ dia, categorias }) => (
        <optgroup key={dia} label={diaTitle(dia)}>
          {categorias.map(({ id, lugares, ...categoria }) => (
            <option key={id} value={id} disabled={lugares === 0 && id !== current && !isFree}>
              {tituloOf(categoria)}
              {lugares === 0 && id !== current ? ' (llena)' : ''}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}

function placesOf(lugares: number | null): string {
  if (lugares === null) return 'Hay lugar.'
  if (lugares === 0) return 'Está llena.'
  return lugares === 1 ? 'Queda 1 lugar.' : `Quedan ${lugares} lugares.`
}
