import { deleteCategoria, type CategoriaPart } from '#contract/categorias.ts'
import type { ApiProblem } from '../api/request.ts'
import { logFault } from '../api/log.ts'
import { useAgreed } from '../parts/useAgreed.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { nombreOf } from './nombreOf.ts'

interface Props {
  readonly categoria: CategoriaPart
  readonly onClose: (isGone: boolean) => void
}

export function DeleteDialog({ categoria, onClose }: Props) {
  const remove = useAgreed(
    deleteCategoria,
    { failed: 'No se eliminó la categoría.', done: `Categoría eliminada: ${nombreOf(categoria)}.` },
    logFailed,
  )
  return (
    <ConfirmDialog
      question={`¿Estás seguro que deseas eliminar la categoría "${nombreOf(categoria)}" junto con sus competidores y música?`}
      act="Eliminar"
      busyText="Eliminando..."
      busy={remove.busy}
      danger
      problem={remove.problem}
      onCancel={() => onClose(false)}
      onAct={() => void remove.run({ id: categoria.id }, (isAsked) => isAsked && onClose(true))}
    >
      {lostWith(categoria.inscritos)} No se puede deshacer.
    </ConfirmDialog>
  )
}

function lostWith(inscritos: number): string {
  if (inscritos === 0) return 'No tiene competidores inscritos.'
  if (inscritos === 1) return 'Se borra también su competidor inscrito, con su música y sus calificaciones.'
  return `Se borran también sus ${inscritos} competidores inscritos, con su música y sus calificaciones.`
}

/** The spec wants it logged; the dialog says it, too. */
function logFailed(problem: ApiProblem): void {
  logFault('The category could not be deleted.', problem)
}
