import type { CategoriaAbierta, MisInscripciones } from '#contract/inscripciones.ts'
import { tituloOf } from '#domain/categoria.ts'
import { diaTitle } from '#domain/dia.ts'
import { impedimentoOf, type Impedimento } from '#domain/inscripcion.ts'
import { PROBLEMS } from '#domain/problem.ts'
import type { BoundField } from '../api/useCommandForm.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Select } from '../ui/Field.tsx'

export interface Choice {
  readonly dias: MisInscripciones['dias']
  /** The id of the entry's category; empty for a new entry. */
  readonly propiaId: string
  /** The administrator enters: the limit of a category does not apply. */
  readonly isAdmin: boolean
}

interface Props extends Choice {
  readonly field: BoundField
  readonly motivo: Motivo | null
}

/** The categories of the event by day, with their free places. */
export function CategoriaSelect({ field, motivo, ...choice }: Props) {
  const { dias, propiaId } = choice
  const dia = dias.find(({ categorias }) => categorias.some(({ id }) => id === field.value))?.dia
  const chosen = findCategoria(dias, field.value)
  return (
    <div>
      <Select
        label="Categoría"
        required
        // The notice below gives the reason when there is no place.
        hint={chosen && dia && `${diaTitle(dia)}. ${motivo ? '' : placesOf(chosen)}`}
        {...field}
      >
        <option value="">Elige una categoría</option>
        {dias.map(({ dia, categorias }) => (
          <optgroup key={dia} label={diaTitle(dia)}>
            {categorias.map((categoria) => (
              <option key={categoria.id} value={categoria.id} disabled={impedimentoFor(categoria, choice) !== null}>
                {tituloOf(categoria)}
                {categoria.id !== propiaId && noteOf(categoria)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Status>
        {motivo && (
          <Aviso tone="info" isQuiet className="mt-3" title={motivo.title}>
            {motivo.advice}
          </Aviso>
        )}
      </Status>
    </div>
  )
}

function findCategoria(dias: MisInscripciones['dias'], id: string): CategoriaAbierta | undefined {
  return dias.flatMap(({ categorias }) => categorias).find((categoria) => categoria.id === id)
}

function noteOf({ cerrada, lugares }: CategoriaAbierta): string {
  if (cerrada) return ' (cerrada)'
  return lugares === 0 ? ' (llena)' : ''
}

function placesOf({ inscritos, cupo, lugares, cerrada }: CategoriaAbierta): string {
  if (cerrada) return 'Está cerrada: la inscripción se queda en ella.'
  if (cupo === null || lugares === null) return 'Hay lugar.'
  if (lugares === 0) return `Está llena: ${inscritos} de ${cupo}.`
  return lugares === 1 ? `Queda 1 lugar de ${cupo}.` : `Quedan ${lugares} lugares de ${cupo}.`
}

function impedimentoFor(categoria: CategoriaAbierta, { dias, propiaId, isAdmin }: Choice): Impedimento | null {
  return impedimentoOf(categoria, findCategoria(dias, propiaId), isAdmin)
}

/** Why the chosen category does not accept the entry. */
export interface Motivo {
  /** This and `advice`, what the person can do, stand below the category. */
  readonly title: string
  readonly advice: string
  /** Why the form cannot be sent. */
  readonly reason: string
}

/**
 * Why the category of an id does not accept the entry; null when it does. `keptId`: an imported category without day or name is
 * in no list, and its entries stay in it.
 */
export function motivoOf(choice: Choice, chosenId: string, keptId: string | undefined): Motivo | null {
  const categoria = findCategoria(choice.dias, chosenId)
  if (!categoria) return chosenId === '' || chosenId === keptId ? null : ELIMINADA
  const impedimento = impedimentoFor(categoria, choice)
  return impedimento && MOTIVOS[impedimento](categoria, choice.isAdmin)
}

/** The category was deleted after it was chosen. */
const ELIMINADA: Motivo = {
  title: PROBLEMS['categoria.missing'],
  advice: 'Elige otra.',
  reason: 'La categoría elegida ya no existe.',
}

const MOTIVOS: Readonly<Record<Impedimento, (categoria: CategoriaAbierta, isAdmin: boolean) => Motivo>> = {
  llena: ({ nombre, inscritos, cupo }) => ({
    title: `${nombre} está llena: ${inscritos} de ${cupo}.`,
    advice: 'Elige otra categoría o escribe a la organización.',
    reason: 'La categoría elegida está llena.',
  }),
  cerrada: (_categoria, isAdmin) => ({
    title: 'La categoría está cerrada.',
    advice: isAdmin ? 'Reábrela primero o elige otra.' : 'Elige otra.',
    reason: 'La categoría elegida está cerrada.',
  }),
  fija: (_categoria, isAdmin) => ({
    title: 'La categoría de esta inscripción se cerró.',
    advice: isAdmin ? 'Reábrela primero o deja la inscripción en ella.' : 'Deja la inscripción en ella.',
    reason: 'La categoría de esta inscripción está cerrada.',
  }),
}
