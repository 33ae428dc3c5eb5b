import { tituloOf } from '#domain/categoria.ts'
import { clockAt, programaOf } from '#domain/horario.ts'
import { saveTurno, type Horario } from '#contract/horario.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { NumberField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { SaveRow } from './SaveRow.tsx'
import { numberOf } from '../ui/numberOf.ts'

export function TurnoCard({ horario }: { horario: Horario }) {
  const form = useCommandForm(saveTurno, {
    initial: { selectedRow: String(horario.selectedRow) },
    // Nothing typed is no turn, as 0 is.
    toInput: ({ selectedRow }) => ({ selectedRow: selectedRow.trim() === '' ? 0 : numberOf(selectedRow) }),
    onDone: () => toast('Turno actualizado correctamente.'),
  })
  return (
    <section className="card p-5">
      <h2 className="mb-3 text-22">Turno</h2>
      <SaveRow form={form} save="Guardar Turno" failed="Error al actualizar el turno">
        <NumberField label="Turno" hint={<Where horario={horario} />} {...form.field('selectedRow')} />
      </SaveRow>
    </section>
  )
}

/** What the number means now. */
function Where({ horario }: { horario: Horario }) {
  const clock = clockAt(horario, 0)
  const { actual, siguen, total } = programaOf(
    horario.categorias,
    horario.selectedRow,
    clock,
    horario.minutosPorCompetidor,
  )
  if (total === 0) return <>El {horario.dia} no tiene competidores.</>
  const range = `Entre 1 y ${total}, ${horario.dia}.`
  if (actual) {
    return (
      <>
        {range} Ahora: {actual.renglon.competidor.nombre}, {tituloOf(actual.categoria)}. Con 0 nadie compite todavía.
      </>
    )
  }
  return (
    <>
      {range} {siguen.length > 0 ? 'Con 0 nadie compite todavía.' : 'Ya pasaron todos los turnos.'}
    </>
  )
}
