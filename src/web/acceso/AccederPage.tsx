import { readCorreoDisponible, signIn } from '#contract/acceso.ts'
import { session } from '../api/session.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { useQuery } from '../api/useQuery.ts'
import { Umbral } from '../parts/Umbral.tsx'
import { homeOf, hrefTo } from '../paths.ts'
import { Aviso } from '../ui/Aviso.tsx'
import { Button, buttonClass, TextLink } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { negada, Redirect } from '../address.ts'
import { EmailField, PasswordField } from '../ui/Field.tsx'
import { useStore } from '../ui/store.ts'

/**
 * The sign-in page of every role. The server answers with the role. It leads to the screen from whose notice or
 * `Inscríbete` the visitor came, else to the home of the role.
 */
export function AccederPage() {
  const sesion = useStore(session)
  const form = useCommandForm(signIn, {
    initial: { email: '', password: '' },
    onDone: (output) => session.become(output),
  })
  if (sesion && sesion.role !== 'visitante') {
    const asked = negada.read()
    const isFor = asked?.isAsked && (asked.para ?? sesion.role) === sesion.role
    return <Redirect to={isFor ? asked.address : homeOf(sesion.role)} />
  }

  return (
    <Umbral title="Acceder">
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {form.problem && (
          <Aviso tone="danger" title={form.problem.message}>
            {HELP[form.problem.code]}
          </Aviso>
        )}
        <EmailField {...form.field('email')} />
        <PasswordField label="Contraseña" autoComplete="current-password" required {...form.field('password')} />
        <Button type="submit" variant="brand" busy={form.busy} busyText="Accediendo...">
          Acceder
        </Button>
        <ForgottenPasswordHelp />
      </form>
      <Card title="¿Primera vez aquí?" className="mt-8 p-5">
        <p className="mt-1 mb-4 text-15 text-muted">Crea tu cuenta para inscribirte.</p>
        <a href={hrefTo('/registro')} className={buttonClass('outline', 'normal', 'w-full')}>
          Crear cuenta
        </a>
      </Card>
    </Umbral>
  )
}

const SIN_PERFIL = 'Tu cuenta existe, pero su perfil no. Escribe a la organización.'

/** By problem code: the help for a refusal whose message does not say what to do. */
const HELP: Readonly<Record<string, string>> = {
  'session.invalidCredential': 'Revísalos y vuelve a intentarlo.',
  'usuario.notInDatabase': SIN_PERFIL,
  'usuario.noneRegistered': SIN_PERFIL,
}

/**
 * Under the sign-in form: the link to request a new password by e-mail, or, when the server sends no e-mail, the advice to
 * ask the organisers. Keeps its height until the server has answered which one applies.
 */
function ForgottenPasswordHelp() {
  const [correo] = useQuery(readCorreoDisponible, {}).pages
  if (correo && !correo.disponible) {
    return (
      <p className="grid min-h-11 content-center text-center text-14 text-balance text-muted">
        ¿Olvidaste tu contraseña? Pídele a la organización un enlace.
      </p>
    )
  }
  return (
    <p className="grid min-h-11 place-items-center">
      {correo && <TextLink href={hrefTo('/restablecer')}>Olvidé mi contraseña</TextLink>}
    </p>
  )
}
