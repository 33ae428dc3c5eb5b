import { useRef, useState } from 'react'
import { registerUsuario } from '#contract/usuarios.ts'
import { useCommandForm } from '../api/useCommandForm.ts'
import { checkConfirm, MISSING_CONFIRM, NewPassword, Umbral } from '../parts/Umbral.tsx'
import { hrefTo } from '../paths.ts'
import { Aviso, Status } from '../ui/Aviso.tsx'
import { Button, buttonClass, TextLink } from '../ui/Button.tsx'
import { EmailField, TextField } from '../ui/Field.tsx'
import { FotoField } from './FotoField.tsx'
import { FOTO_PENDIENTE, useFoto } from './fotoUpload.ts'
import { PaisSelect } from './PaisSelect.tsx'

const EMPTY = { nombre: '', apellido: '', email: '', pais: '', password: '', confirm: '' }

export function RegistroPage() {
  const foto = useFoto<keyof typeof EMPTY>()
  const [isDone, setDone] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const form = useCommandForm(registerUsuario, {
    initial: EMPTY,
    toInput: ({ confirm: _confirm, ...typed }) => ({ ...typed, foto: foto.upload.foto }),
    check: (typed) => checkConfirm(typed, 'Las contraseñas no coinciden'),
    withFile: foto,
    failed: 'No se creó la cuenta.',
    onRefused: foto.upload.refused,
    onDone: () => {
      foto.upload.clear()
      setDone(true)
      panel.current?.focus()
    },
  })
  const hasNews = isDone && !form.changed

  return (
    <Umbral title="Crea tu cuenta" purpose="La necesitas para inscribirte y subir tu música.">
      {/* Rendered from the start: a screen reader announces only changes of a live region. */}
      <Status ref={panel} className="outline-none">
        {hasNews && (
          <div className="mb-6">
            <Aviso isQuiet tone="success" title="Registro exitoso">
              Ya puedes iniciar sesión con tu correo y tu contraseña.
            </Aviso>
            <a href={hrefTo('/acceder')} className={buttonClass('brand', 'normal', 'mt-3 w-full')}>
              Acceder
            </a>
          </div>
        )}
      </Status>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        <FotoField label="Foto de perfil (opcional)" foto={foto} />
        <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
          <TextField label="Nombre" autoComplete="given-name" required {...form.field('nombre')} />
          <TextField label="Apellido" autoComplete="family-name" required {...form.field('apellido')} />
        </div>
        <EmailField {...form.field('email')} />
        <PaisSelect {...form.field('pais')} />
        <NewPassword
          password={form.field('password')}
          confirm={form.field('confirm')}
          minimo={6}
          isAlert={form.field('confirm').error !== MISSING_CONFIRM}
        />
        {form.refusal && (
          <Aviso tone="danger" title={`Hubo un error al registrar: ${form.refusal.message}`}>
            {form.refusal.code === 'cuenta.emailAlreadyInUse' && 'Si es tuyo, inicia sesión con él. Si no, usa otro.'}
          </Aviso>
        )}
        <div>
          <Button
            type="submit"
            variant={hasNews ? 'outline' : 'brand'}
            className="w-full"
            busy={form.busy}
            busyText="Registrando..."
            reason={foto.estado.tipo === 'rechazada' && FOTO_PENDIENTE}
          >
            Registrarse
          </Button>
          <Status className="mt-2 text-center text-14 text-muted">
            {form.again && 'La conexión falla. Lo intentamos otra vez; no te registrarás dos veces.'}
            {form.busy && foto.estado.tipo === 'subiendo' && 'Te registrarás en cuanto termine de subir la foto.'}
          </Status>
        </div>
        <TextLink href={hrefTo('/acceder')}>Ya tengo cuenta</TextLink>
      </form>
    </Umbral>
  )
}
