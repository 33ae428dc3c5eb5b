import { setupAdmin } from '#contract/acceso.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import type { Params } from '../ui/address.ts'
import { NewPassword } from '../parts/NewPassword.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { EmailField, TextField } from '../ui/TextField.tsx'
import { Enlace, sentenceOf } from './Enlace.tsx'
import { checkConfirm } from './confirm.ts'

/** Creates the first administrator. The server prints the link to this page when it starts. */
export function ConfigurarPage({ params: { token = '' } }: { params: Params }) {
  return (
    <Enlace
      token={token}
      tipo="configurar"
      title="Primer administrador"
      done="Cuenta creada. Ya puedes iniciar sesión."
    >
      {(onDone) => <ConfigurarForm token={token} onDone={onDone} />}
    </Enlace>
  )
}

function ConfigurarForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useCommandForm(setupAdmin, {
    initial: { nombre: '', email: '', password: '', confirm: '' },
    toInput: ({ nombre, email, password }) => ({ token, nombre, email, password }),
    check: checkConfirm,
    onDone,
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <p className="text-15 text-muted">Con esta cuenta se administra todo el evento. El enlace sirve una sola vez.</p>
      {form.problem && <Aviso tone="danger" title={sentenceOf(form.problem, 'configurar')} />}
      <TextField label="Nombre" autoComplete="name" required {...form.field('nombre')} />
      <EmailField {...form.field('email')} />
      <NewPassword password={form.field('password')} confirm={form.field('confirm')} minimo={8} />
      <Button type="submit" variant="brand" busy={form.busy} busyText="Guardando...">
        Guardar
      </Button>
    </form>
  )
}
