import { programaOf } from '#domain/horario.ts'
import { mesa as mesaView } from '#contract/competidores.ts'
import { useView } from '../live/useView.ts'
import { dismissNews } from '../ui/toast.ts'
import { ToastAct } from '../ui/Toasts.tsx'

/** What is said when an act of the desk is refused, until one is done. */
export const TURNO_FAULT = { about: 'turno', before: 'Error al actualizar el turno:' }

/** Where the turn is, in the words of a toast. It follows the view: what it says is true while it is read. */
export function TurnoNow({ before = '' }: { before?: string }) {
  const mesa = useView(mesaView, {})
  if (!mesa) return null
  const { actual, siguen, total } = programaOf(mesa.categorias, mesa.selectedRow, null, mesa.minutosPorCompetidor)
  if (actual) return `${before}Turno ${actual.renglon.turno}: ${actual.renglon.competidor.nombre}`
  return `${before}${siguen.length > 0 || total === 0 ? 'Aún no hay turno' : 'Ya pasaron todos'}`
}

export function DiaNow() {
  const mesa = useView(mesaView, {})
  return mesa && `Día activo: ${mesa.dia}`
}

/** Takes back the move that the toast tells of, as the desk does. */
export function UndoAct({ onUndo }: { onUndo: () => void }) {
  const ultimo = useView(mesaView, {})?.ultimo
  if (!ultimo) return null
  return (
    <ToastAct
      onClick={() => {
        // The news of that move: pressed twice, it would take back one more.
        dismissNews()
        onUndo()
      }}
    >
      Deshacer
    </ToastAct>
  )
}
