import { programaOf } from '#domain/horario.ts'
import { mesa as mesaView } from '#contract/competidores.ts'
import { undoTurno } from '#contract/horario.ts'
import { ApiProblem } from '../api/request.ts'
import { send } from '../api/send.ts'
import { useView } from '../live/useView.ts'
import { dismissAll, toast } from '../ui/toast.ts'
import { ToastAct } from '../ui/Toasts.tsx'

/** What is said when an act of the desk is refused, until one is done. */
export const TURNO_FAULT = { about: 'turno', before: 'Error al actualizar el turno:' }

/** Where the turn is, in the words of a toast. It follows the view: what it says is true while it is read. */
export function TurnoNow({ before = '' }: { before?: string }) {
  const mesa = useView(mesaView, {})
  if (!mesa) return null
  const { actual, siguen, total } = programaOf(mesa.categorias, mesa.selectedRow, null, mesa.minutosPorCompetidor)
  if (actual) return `${before}Turno ${actual.renglon.turno}: ${actual.renglon.competidor.nombre}`
  return `${before}${siguen.length > 0 || total === 0 ? 'Aún no hay turno' : 'Todos finalizaron'}`
}

export function DiaNow() {
  const mesa = useView(mesaView, {})
  return mesa && `Día en vivo: ${mesa.dia}`
}

/** Takes back the move that the toast tells of. */
export function UndoAct() {
  const ultimo = useView(mesaView, {})?.ultimo
  if (!ultimo) return null
  return <ToastAct onClick={() => void undo(ultimo.revision)}>Deshacer</ToastAct>
}

async function undo(revision: number): Promise<void> {
  dismissAll()
  try {
    await send(undoTurno, { revision })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    // The toast that had the button is gone: its failure is another.
    toast(`${TURNO_FAULT.before} ${error.message}`, { tone: 'danger', about: TURNO_FAULT.about })
  }
}
