import type { CategoriaAbierta, MisInscripciones } from '#contract/inscripciones.ts'
import { tituloOf } from '#domain/categoria.ts'
import { diaTitle } from '#domain/dia.ts'
import type { BoundField } from '../api/useCommandForm.ts'
import type { Impedimento } from '#domain/inscripcion.ts'
import { PROBLEMS } from '#domain/problem.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Select } from '../ui/Field.tsx'

/** Why the chosen category does not accept the entry. `eliminada`: it was deleted after it was chosen. */
export type MotivoDeCategoria = Impedimento | 'eliminada'

interface Props {
  readonly field: BoundField
  readonly dias: MisInscripciones['dias']
  /** The id of the entry's category. */
  readonly current: string
  /** Why the chosen category does not accept this entry; `null` when it does. */
  readonly motivo: MotivoDeCategoria | null
  /** The same for any category of the list. */
  readonly impedimentoOf: (categoria: CategoriaAbierta) => Impedimento | null
  /** The organisers can reopen a closed category. */
  readonly isAdmin: boolean
}

/** The categories of the event by day, with their free places. */
export function CategoriaSelect({ field, dias, current, motivo, impedimentoOf, isAdmin }: Props) {
  const dia = dias.find(({ categorias }) => categorias.some(({ id }) => id === field.value))?.dia
  const chosen = findCategoria(dias, field.value)
  return (
    <div>
      <Select
        label="Categoría"
        required
        hint={chosen && dia && `${diaTitle(dia)}. ${placesOf(chosen, motivo === null)}`}
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
      <Status>{motivo && <Aviso tone="info" isQuiet className="mt-3" {...noticeOf(motivo, chosen, isAdmin)} />}</Status>
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
  motivo: MotivoDeCategoria,
  chosen: CategoriaAbierta | undefined,
  isAdmin: boolean,
): { readonly title: string; readonly children: string } {
  switch (motivo) {
    case 'eliminada':
      return { title: PROBLEMS['categoria.missing'], children: 'Elige otra.' }
    case 'llena':
      return {
        title: `${chosen?.nombre} está llena: ${chosen?.inscritos} de ${chosen?.cupo}.`,
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
