import { deleteUsuario, type UsuarioPart } from '#contract/usuarios.ts'
import { nombreCompletoOf } from '#domain/usuario.ts'
import { useCommand } from '../api/useCommand.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'

interface Props {
  readonly usuario: UsuarioPart
  readonly onClose: (isGone: boolean) => void
}

export function DeleteUsuario({ usuario, onClose }: Props) {
  const remove = useCommand(deleteUsuario)
  const quien = nombreCompletoOf(usuario)
  return (
    <ConfirmDialog
      question="¿Seguro que deseas eliminar este usuario?"
      act="Eliminar"
      busyText="Eliminando..."
      busy={remove.busy}
      danger
      problem={remove.problem && `No se eliminó el usuario. ${remove.problem.message}`}
      onCancel={() => onClose(false)}
      onAct={async () => {
        if (!(await remove.run({ id: usuario.uid }))) return
        onClose(true)
        toast(`Usuario eliminado: ${quien}.`)
      }}
    >
      <p className="font-semibold text-ink">{usuario.email ? `${quien}, ${usuario.email}` : quien}</p>
      <p className="mt-2">
        Se borran su cuenta, su perfil y su foto, y sale de todos sus dispositivos. Lo que inscribió se queda, con su
        música, y pasa a la organización. No se puede deshacer.
      </p>
    </ConfirmDialog>
  )
}
