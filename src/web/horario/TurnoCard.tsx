import { tituloOf } from '#domain/categoria.ts'
import type { Dia } from '#domain/dia.ts'
import { jornadaOf, type Jornada } from '#domain/jornada.ts'
import { saveTurno } from '#contract/horario.ts'
import type { Horario } from '#contract/views/horario.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { NumberField, numberOf } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { SaveRow } from '../parts/SaveRow.tsx'

export function TurnoCard({ horario }: { horario: Horario }) {
  const form = useCommandForm(saveTurno, {
    initial: { selectedRow: String(horario.selectedRow) },
    toInput: ({ selectedRow }) => ({ selectedRow: rowOf(selectedRow) }),
    failed: 'Error al actualizar el turno:',
    onDone: ({ antes }) =>
      antes
        ? toast('El turno ya había cambiado. Revísalo y vuelve a intentarlo.', { tone: 'stage' })
        : toast('Turno actualizado correctamente.'),
  })
  const jornada = jornadaOf(horario.categorias, horario)
  const { actual } = jornada
  return (
    <section className="card p-5">
      <h2 className="mb-3 text-22">Turno</h2>
      <SaveRow form={form} save="Guardar Turno">
        <NumberField label="Turno" hint={rangeOf(jornada, horario.dia)} {...form.field('selectedRow')} />
      </SaveRow>
      {actual && (
        <p className="mt-3 border-t border-line pt-3 text-15 text-muted">
          Ahora <strong className="font-semibold text-ink">{actual.renglon.competidor.nombre}</strong>,{' '}
          {tituloOf(actual.categoria)}.
        </p>
      )}
    </section>
  )
}

/**
 * The typed turn. An empty field means no turn, as 0 does. A text that is no whole number is sent as -1: the server refuses it
 * with the sentence for every number out of range.
 */
function rowOf(typed: string): number {
  const row = typed.trim() === '' ? 0 : Number(numberOf(typed))
  return Number.isSafeInteger(row) ? row : -1
}

/** The valid range of the number. */
function rangeOf({ actual, siguen, total }: Jornada<Horario['categorias'][number]>, dia: Dia): string {
  if (total === 0) return `El ${dia} no tiene competidores.`
  if (!actual && siguen.length === 0) return `De 1 a ${total}. Ya pasaron todos.`
  return total === 1 ? 'Solo hay un turno, el 1; 0 lo quita.' : `De 1 a ${total}; 0 quita el turno.`
}
