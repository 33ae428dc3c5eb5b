import type { CategoriaAbierta, MisInscripciones } from '#contract/inscripciones.ts'
import { tituloOf } from '#domain/categoria.ts'
import { diaTitle } from '#domain/dia.ts'
import type { BoundField } from '../api/useCommandForm.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Select } from '../ui/Select.tsx'
import { Status } from '../ui/Status.tsx'

interface Props {
  readonly field: BoundField
  readonly dias: MisInscripciones['dias']
  /** The id of the entry's category. */
  readonly current: string
  /** Whether a category accepts this entry. A full one accepts the entries that are in it, and those of the organisers. */
  readonly hasPlace: (categoria: CategoriaAbierta) => boolean
}

/** The categories of the event by day, with their free places. */
export function CategoriaSelect({ field, dias, current, hasPlace }: Props) {
  const dia = dias.find(({ categorias }) => categorias.some(({ id }) => id === field.value))?.dia
  const chosen = findCategoria(dias, field.value)
  return (
    <div>
      <Select
        label="Categoría"
        required
        hint={chosen && dia && `${diaTitle(dia)}. ${placesOf(chosen, hasPlace(chosen))}`}
        {...field}
      >
        <option value="">Elige una categoría</option>
        {dias.map(({ dia, categorias }) => (
          <optgroup key={dia} label={diaTitle(dia)}>
            {categorias.map((categoria) => (
              <option key={categoria.id} value={categoria.id} disabled={!hasPlace(categoria)}>
                {tituloOf(categoria)}
                {categoria.lugares === 0 && categoria.id !== current ? ' (llena)' : ''}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Status>
        {chosen && !hasPlace(chosen) && (
          <Aviso
            tone="info"
            isQuiet
            className="mt-3"
            title={`${chosen.nombre} está llena: ${chosen.inscritos} de ${chosen.cupo}.`}
          >
            Elige otra categoría o escribe a la organización.
          </Aviso>
        )}
      </Status>
    </div>
  )
}

export function findCategoria(dias: MisInscripciones['dias'], id: string): CategoriaAbierta | undefined {
  return dias.flatMap(({ categorias }) => categorias).find((categoria) => categoria.id === id)
}

function placesOf({ inscritos, cupo, lugares }: CategoriaAbierta, hasPlace: boolean): string {
  if (cupo === null || lugares === null) return 'Hay lugar.'
  // The notice below gives the reason.
  if (lugares === 0) return hasPlace ? `Está llena: ${inscritos} de ${cupo}.` : ''
  return lugares === 1 ? `Queda 1 lugar de ${cupo}.` : `Quedan ${lugares} lugares de ${cupo}.`
}
