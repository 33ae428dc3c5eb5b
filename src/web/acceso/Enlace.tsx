import { useState, type ComponentType } from 'react'
import { readEnlace, setupAdmin, resetPassword } from '#contract/acceso.ts'
import { ApiProblem } from '../api/request.ts'
import { useQuery } from '../api/useQuery.ts'
import { hrefTo } from '../paths.ts'
import { Umbral, NewPassword, checkConfirm } from '../parts/Umbral.tsx'
import { Aviso } from '../ui/Aviso.tsx'
import { buttonClass, Button, TextLink } from '../ui/Button.tsx'
import { ErrorState, Loading } from '../ui/Empty.tsx'
import { useCommandForm } from '../api/useCommandForm.ts'
import type { Params } from '../address.ts'
import { EmailField, HiddenUsername, TextField } from '../ui/Field.tsx'

interface FormProps {
  readonly token: string
  /** The account that the link is for; undefined for the first administrator. */
  readonly email: string | undefined
  readonly onDone: () => void
}

interface Props extends Pick<FormProps, 'token'> {
  readonly tipo: 'configurar' | 'restablecer'
  /** The message after success. */
  readonly done: string
  readonly form: ComponentType<FormProps>
}

/** A link of the other kind, at an address that a person has edited. */
const OTRO_TIPO = new ApiProblem({ code: 'input.invalid', message: '', status: 410, fields: {} })

/** A one-time link. Checks the link, then shows the form, then a link to sign in. */
function Enlace({ token, tipo, done, form: Form }: Props) {
  const { pages, problem, refetch } = useQuery(readEnlace, { token })
  const [enlace] = pages
  const [isDone, setDone] = useState(false)

  if (isDone)
    return (
      <div className="flex flex-col gap-5">
        <Aviso tone="success" title={done} />
        <a href={hrefTo('/acceder')} className={buttonClass('brand')}>
          Acceder
        </a>
      </div>
    )
  if (problem) return <Refused problem={problem} tipo={tipo} onRetry={refetch} />
  if (!enlace) return <Loading rows={3}>Revisando el enlace...</Loading>
  if (enlace.tipo !== tipo) return <Refused problem={OTRO_TIPO} tipo={tipo} onRetry={refetch} />
  return <Form token={token} email={enlace.email} onDone={() => setDone(true)} />
}

function Refused({ problem, tipo, onRetry }: Pick<Props, 'tipo'> & { problem: ApiProblem; onRetry: () => void }) {
  const { status, code, message } = problem
  if (status === 0 || status >= 500) {
    return (
      <ErrorState title="No se pudo revisar el enlace" onRetry={onRetry}>
        {message}
      </ErrorState>
    )
  }
  // The link of a disabled account stays valid: it works once the account is enabled again.
  const isDisabled = code === 'session.userDisabled'
  return (
    <div className="flex flex-col gap-5">
      <Aviso tone="danger" title={isDisabled ? 'Por ahora no puedes usar este enlace' : 'Este enlace no sirve'}>
        {code === 'input.invalid' ? 'Revisa que esté completo, o pide uno nuevo.' : sentenceOf(problem, tipo)}
      </Aviso>
      {tipo === 'configurar' && <TextLink href={hrefTo('/acceder')}>Acceder</TextLink>}
    </div>
  )
}

/** The message of a refused link. For the first administrator there is no organiser to ask for another link. */
function sentenceOf({ code, message }: ApiProblem, tipo: Props['tipo']): string {
  if (tipo !== 'configurar' || code !== 'enlace.invalid') return message
  return 'Este enlace ya se usó o venció. Si ya creaste tu cuenta, inicia sesión con ella; si no, reinicia el servidor y te dará uno nuevo.'
}

/** Creates the first administrator. The server prints the link to this page when it starts. */
export function ConfigurarPage({ params: { token = '' } }: { params: Params }) {
  return (
    <Umbral title="Primer administrador">
      <Enlace token={token} tipo="configurar" done="Cuenta creada. Ya puedes iniciar sesión." form={ConfigurarForm} />
    </Umbral>
  )
}

function ConfigurarForm({ token, onDone }: FormProps) {
  const form = useCommandForm(setupAdmin, {
    initial: { nombre: '', email: '', password: '', confirm: '' },
    toInput: ({ nombre, email, password }) => ({ token, nombre, email, password }),
    check: (typed) => checkConfirm(typed),
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

/** Sets a new password with a one-time link. */
export function RestablecerPage({ params: { token = '' } }: { params: Params }) {
  return (
    <Umbral title="Nueva contraseña">
      <Enlace token={token} tipo="restablecer" done="Contraseña actualizada correctamente." form={RestablecerForm} />
    </Umbral>
  )
}

function RestablecerForm({ token, email, onDone }: FormProps) {
  const form = useCommandForm(resetPassword, {
    initial: { password: '', confirm: '' },
    toInput: ({ password }) => ({ token, password }),
    check: (typed) => checkConfirm(typed),
    onDone,
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {form.problem && <Aviso tone="danger" title={form.problem.message} />}
      <HiddenUsername email={email} />
      <NewPassword password={form.field('password')} confirm={form.field('confirm')} minimo={8} />
      <Button type="submit" variant="brand" busy={form.busy} busyText="Guardando...">
        Guardar
      </Button>
    </form>
  )
}
