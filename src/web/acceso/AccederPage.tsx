import { signIn } from '#contract/acceso.ts'
import { session } from '../api/session.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { useSession } from '../api/useSession.ts'
import { Umbral } from '../parts/Umbral.tsx'
import { homeOf } from '../paths.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Redirect } from '../ui/Redirect.tsx'
import { PasswordField, TextField } from '../ui/TextField.tsx'

/** One door for everybody: the server says who came in. */
export function AccederPage() {
  const sesion = useSession()
  const form = useCommandForm(signIn, {
    initial: { email: '', password: '' },
    onDone: (output) => session.become(output),
  })
  if (sesion && sesion.role !== 'visitante') return <Redirect to={homeOf(sesion.role)} />

  return (
    <Umbral title="Acceder">
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {form.problem && (
          <Aviso tone="danger" title={form.problem.message}>
            {form.problem.code === 'session.invalidCredential' && 'Revísalos y vuelve a intentar.'}
          </Aviso>
        )}
        <TextField
          label="Correo electrónico"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('email')}
        />
        <PasswordField label="Contraseña" autoComplete="current-password" required {...form.field('password')} />
        <Button type="submit" variant="brand" busy={form.busy} busyText="Accediendo...">
          Acceder
        </Button>
      </form>
    </Umbral>
  )
}
