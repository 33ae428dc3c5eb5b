import type { CategoriaAbierta, MisInscripciones } from '#contract/inscripciones.ts'
import { tituloOf } from '#domain/categoria.ts'
import { diaTitle } from '#domain/dia.ts'
import type { BoundField } from '../api/useCommandForm.ts'
import type { Impedimento } from '#domain/inscripcion.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Select } from '../ui/Select.tsx'
import { Status } from '../ui/Status.tsx'

interface Props {
  readonly field: BoundField
  readonly dias: MisInscripciones['dias']
  /** The id of the entry's category. */
  readonly current: string
  /** Why a category does not accept this entry; `null` when it does. */
  readonly impedimentoOf: (categoria: CategoriaAbierta) => Impedimento | null
  /** The organisers can reopen a closed category. */
  readonly isAdmin: boolean
}

/** The categories of the event by day, with their free places. */
export function CategoriaSelect({ field, dias, current, impedimentoOf, isAdmin }: Props) {
  const dia = dias.find(({ categorias }) => categorias.some(({ id }) => id === field.value))?.dia
  const chosen = findCategoria(dias, field.value)
  const impedimento = chosen ? impedimentoOf(chosen) : null
  return (
    <div>
      <Select
        label="Categoría"
        required
        hint={chosen && dia && `${diaTitle(dia)}. ${placesOf(chosen, impedimento === null)}`}
        {...field}
      >
        <option value="">Elige una categoría</option>
        {dias.map(({ dia, categorias }) => (
          <optgroup key={dia} label={diaTitle(dia)}>
            {categorias.map((categoria) => (
              <option key={categoria.id} value={categoria.id} disabled={impedimentoOf(categoria) !== null}>
                {tituloOf(categoria)}
                {categoria.id !== current && noteOf(categoria)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Status>
        {chosen && impedimento && (
          <Aviso tone="info" isQuiet className="mt-3" {...noticeOf(chosen, impedimento, isAdmin)} />
        )}
      </Status>
    </div>
  )
}

export function findCategoria(dias: MisInscripciones['dias'], id: string): CategoriaAbierta | undefined {
  return dias.flatMap(({ categorias }) => categorias).find((categoria) => categoria.id === id)
}

function noteOf({ cerrada, lugares }: CategoriaAbierta): string {
  if (cerrada) return ' (cerrada)'
  return lugares === 0 ? ' (llena)' : ''
}

/** Why the chosen category does not accept the entry, and what the person can do. */
function noticeOf(
  { nombre, inscritos, cupo }: CategoriaAbierta,
  impedimento: Impedimento,
  isAdmin: boolean,
): { readonly title: string; readonly children: string } {
  switch (impedimento) {
    case 'llena':
      return {
        title: `${nombre} está llena: ${inscritos} de ${cupo}.`,
        children: 'Elige otra categoría o escribe a la organización.',
      }
    case 'cerrada':
      return {
        title: 'La categoría está cerrada.',
        children: isAdmin ? 'Reábrela primero o elige otra.' : 'Elige otra.',
      }
    case 'fija':
      return {
        title: 'La categoría de esta inscripción se cerró.',
        children: isAdmin ? 'Reábrela primero o deja la inscripción en ella.' : 'Deja la inscripción en ella.',
      }
  }
}

function placesOf({ inscritos, cupo, lugares, cerrada }: CategoriaAbierta, isAccepting: boolean): string {
  // The notice below gives the reason.
  if (!isAccepting) return ''
  if (cerrada) return 'Está cerrada: la inscripción se queda en ella.'
  if (cupo === null || lugares === null) return 'Hay lugar.'
  if (lugares === 0) return `Está llena: ${inscritos} de ${cupo}.`
  return lugares === 1 ? `Queda 1 lugar de ${cupo}.` : `Quedan ${lugares} lugares de ${cupo}.`
}
