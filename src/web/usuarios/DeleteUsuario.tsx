import { deleteUsuario, type UsuarioPart } from '#contract/usuarios.ts'
import { nombreCompletoOf } from '#domain/usuario.ts'
import { useAgreed } from '../parts/useAgreed.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'

interface Props {
  readonly usuario: UsuarioPart
  readonly onClose: (isGone: boolean) => void
}

export function DeleteUsuario({ usuario, onClose }: Props) {
  const quien = nombreCompletoOf(usuario)
  const remove = useAgreed(deleteUsuario, { failed: 'No se eliminó el usuario.', done: `Usuario eliminado: ${quien}.` })
  return (
    <ConfirmDialog
      question="¿Seguro que deseas eliminar este usuario?"
      act="Eliminar"
      busyText="Eliminando..."
      busy={remove.busy}
      danger
      problem={remove.problem}
      onCancel={() => onClose(false)}
      onAct={() => void remove.run({ id: usuario.uid }, (isAsked) => isAsked && onClose(true))}
    >
      <p className="font-semibold text-ink">{usuario.email ? `${quien}, ${usuario.email}` : quien}</p>
      <p className="mt-2">
        Se borran su cuenta, su perfil y su foto, y se cierran sus sesiones. Sus competidores se conservan, con su
        música, y pasan a la organización. No se puede deshacer.
      </p>
    </ConfirmDialog>
  )
}
