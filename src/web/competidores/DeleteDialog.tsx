import { deleteCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import { useCommand } from '../api/useCommand.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'

interface Props {
  readonly competidor: CompetidorAdmin
  readonly onClose: (isGone: boolean) => void
}

export function DeleteDialog({ competidor: { id, nombre }, onClose }: Props) {
  const remove = useCommand(deleteCompetidor)
  return (
    <ConfirmDialog
      question={`¿Eliminar competidor ${nombre}?`}
      act="Eliminar"
      busyText="Eliminando..."
      busy={remove.busy}
      danger
      problem={remove.problem && `Error al eliminar competidor. ${remove.problem.message}`}
      onCancel={() => onClose(false)}
      onAct={async () => {
        if (!(await remove.run({ id }))) return
        onClose(true)
        toast('Competidor eliminado correctamente.')
      }}
    >
      Se borran su lugar, su música y sus calificaciones. No se puede deshacer.
    </ConfirmDialog>
  )
}
