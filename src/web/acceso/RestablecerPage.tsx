import { resetPassword } from '#contract/acceso.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import type { Params } from '../ui/address.ts'
import { NewPassword } from '../parts/NewPassword.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Enlace } from './Enlace.tsx'
import { checkConfirm } from './confirm.ts'

/** Sets a new password with a one-time link. */
export function RestablecerPage({ params: { token = '' } }: { params: Params }) {
  return (
    <Enlace token={token} tipo="restablecer" title="Nueva contraseña" done="Contraseña actualizada correctamente.">
      {(onDone) => <RestablecerForm token={token} onDone={onDone} />}
    </Enlace>
  )
}

function RestablecerForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useCommandForm(resetPassword, {
    initial: { password: '', confirm: '' },
    toInput: ({ password }) => ({ token, password }),
    check: checkConfirm,
    onDone,
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {form.problem && <Aviso tone="danger" title={form.problem.message} />}
      <NewPassword password={form.field('password')} confirm={form.field('confirm')} minimo={8} />
      <Button type="submit" variant="brand" busy={form.busy} busyText="Guardando...">
        Guardar
      </Button>
    </form>
  )
}
