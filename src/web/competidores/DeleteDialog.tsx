import { deleteCompetidor, type CompetidorAdmin } from '#contract/competidores.ts'
import { useAgreed } from '../parts/useAgreed.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'

interface Props {
  readonly competidor: CompetidorAdmin
  /** Of its category. */
  readonly titulo: string
  readonly onClose: (isGone: boolean) => void
}

export function DeleteDialog({ competidor: { id, nombre, compania }, titulo, onClose }: Props) {
  const remove = useAgreed(deleteCompetidor, {
    failed: 'Error al eliminar competidor.',
    done: 'Competidor eliminado correctamente.',
  })
  return (
    <ConfirmDialog
      question={`¿Eliminar competidor ${nombre}?`}
      act="Eliminar"
      busyText="Eliminando..."
      busy={remove.busy}
      danger
      problem={remove.problem}
      onCancel={() => onClose(false)}
      onAct={() => void remove.run({ id }, (isAsked) => isAsked && onClose(true))}
    >
      {/* Two may have one name. */}
      <p className="mb-2 font-semibold text-ink">
        {compania}, {titulo}
      </p>
      Se borran su inscripción, su música y sus calificaciones. No se puede deshacer.
    </ConfirmDialog>
  )
}
