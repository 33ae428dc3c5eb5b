import { Ban, CircleCheck } from '../ui/frameIcons.tsx'
import { createEnlace, setActivo, type UsuarioPart } from '#contract/usuarios.ts'
import type { Output } from '#contract/define.ts'
import { portada } from '#contract/views/portada.ts'
import { formatMomento } from '#domain/hora.ts'
import { nombreCompletoOf } from '#domain/usuario.ts'
import { useCommandWithToast } from '../api/useCommand.ts'
import { useServerClock, useView } from '../live/useView.ts'
import { Button } from '../ui/Button.tsx'
import { Pill } from '../ui/Pill.tsx'
import { showSecret } from '../ui/SecretDialog.tsx'
import { toast } from '../ui/toast.ts'
import { Retrato } from './Retrato.tsx'

export function UsuarioCard({ usuario, onDelete }: { usuario: UsuarioPart; onDelete: (usuario: UsuarioPart) => void }) {
  const { uid, desactivado } = usuario
  const quien = nombreCompletoOf(usuario)
  const link = useCommandWithToast(createEnlace, { about: uid, before: 'No se creó el enlace.' })
  const activate = useCommandWithToast(setActivo, {
    about: uid,
    before: desactivado ? 'No se activó la cuenta.' : 'No se desactivó la cuenta.',
  })

  return (
    <article aria-label={quien} className="card flex flex-col p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Retrato src={usuario.fotoURL} de={usuario} size="small" alt={`Foto de ${quien}`} />
        <h2 className="min-w-0 grow basis-28 text-22 break-words">{quien}</h2>
        <CuentaPill desactivado={desactivado} />
      </div>
      <dl className="mt-3 mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3 text-15">
        <Linea name="Nombre">{usuario.nombre}</Linea>
        <Linea name="Apellido">{usuario.apellido}</Linea>
        <Linea name="Email">{usuario.email}</Linea>
        <Linea name="País">{usuario.pais}</Linea>
      </dl>
      <div className="mt-auto flex flex-wrap gap-2 border-t border-line pt-3">
        <Button
          size="dense"
          aria-label={`Crear enlace de acceso para ${quien}`}
          busy={link.busy}
          busyText="Creando enlace..."
          onClick={async () => {
            const enlace = await link.run({ id: uid })
            if (enlace) showEnlace(usuario, enlace)
          }}
        >
          Crear enlace
        </Button>
        <Button
          size="dense"
          aria-label={`${desactivado ? 'Activar' : 'Desactivar'} ${quien}`}
          busy={activate.busy}
          onClick={async () => {
            const done = await activate.run({ id: uid, activo: desactivado })
            if (done) toast(`${quien} ya ${desactivado ? '' : 'no '}puede iniciar sesión.`)
          }}
        >
          {desactivado ? 'Activar' : 'Desactivar'}
        </Button>
        <Button
          variant="danger"
          size="dense"
          className="ml-auto"
          aria-label={`Eliminar ${quien}`}
          onClick={() => onDelete(usuario)}
        >
          Eliminar
        </Button>
      </div>
    </article>
  )
}

/** Shows a link that sets a password. */
function showEnlace(usuario: UsuarioPart, { ruta, vence }: Output<typeof createEnlace>): void {
  const quien = nombreCompletoOf(usuario)
  showSecret({
    title: `Enlace de acceso para ${quien}`,
    label: 'Enlace',
    secret: `${location.origin}${ruta}`,
    copied: 'Enlace copiado.',
    text: (
      <>
        {/* Two users may have the same name. */}
        {usuario.email && <b className="block break-words text-ink">{usuario.email}</b>}
        Con este enlace, {quien} pone una contraseña nueva e inicia sesión. Sirve una sola vez
        <Hasta vence={vence} />. Cópialo ahora: no se vuelve a mostrar.
      </>
    ),
  })
}

/** When a link expires: `, hasta el 3 de mayo a las 18:00`. */
function Hasta({ vence }: { vence: string }) {
  const now = useServerClock('minute')
  const zona = useView(portada, {})?.evento.zonaHoraria
  return zona && `, hasta el ${formatMomento(Date.parse(vence), zona, now)}`
}

function Linea({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="break-words">{children || <span className="text-muted">Sin dato</span>}</dd>
    </>
  )
}

function CuentaPill({ desactivado }: { desactivado: boolean }) {
  return desactivado ? (
    <Pill tone="off" icon={Ban} strokeWidth={2} text="Cuenta desactivada" />
  ) : (
    <Pill tone="go" icon={CircleCheck} strokeWidth={2} text="Cuenta activa" />
  )
}
