import { programaOf } from '#domain/horario.ts'
import { mesa as mesaView } from '#contract/competidores.ts'
import { useView } from '../live/useView.ts'
import { dismissNews } from '../ui/toast.ts'
import { ToastAct } from '../ui/Toasts.tsx'

/** For the toast of a refused command of the desk. The next command that succeeds removes it. */
export const TURNO_FAULT = { about: 'turno', before: 'Error al actualizar el turno:' }

/** The current turn, for a toast. Reads the view, so that an open toast stays up to date. */
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

/** The button of a toast that undoes its move. */
export function UndoAct({ onUndo }: { onUndo: () => void }) {
  const ultimo = useView(mesaView, {})?.ultimo
  if (!ultimo) return null
  return (
    <ToastAct
      onClick={() => {
        // Closes the toast first: a second press would undo one move more.
        dismissNews()
        onUndo()
      }}
    >
      Deshacer
    </ToastAct>
  )
}
