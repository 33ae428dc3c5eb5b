import { Ban, CircleCheck } from 'lucide'
import { Fragment, useRef, useState } from 'react'
import type { Output } from '#contract/define.ts'
import {
  createEnlace,
  deleteUsuario,
  setActivo,
  usuarios as usuariosView,
  type UsuarioPart,
} from '#contract/usuarios.ts'
import { portada } from '#contract/views/portada.ts'
import { formatMomento } from '#domain/hora.ts'
import { formatCount } from '#domain/plural.ts'
import { matchesUsuario, nombreCompletoOf } from '#domain/usuario.ts'
import { useServerClock, useView } from '../live/tab.ts'
import { askDelete, RowAct, RowCommand } from '../parts/ActDialog.tsx'
import { ViewPage } from '../parts/ViewPage.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Pill } from '../ui/Pill.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { showSecret } from '../ui/SecretDialog.tsx'
import { toast } from '../ui/toast.ts'
import { Retrato } from './Retrato.tsx'

export function UsuariosPage() {
  return (
    <ViewPage title="Lista de Usuarios" view={usuariosView} failed="No se cargaron los usuarios" what="usuarios">
      {(usuarios) => <UsuariosDesk usuarios={usuarios} />}
    </ViewPage>
  )
}

/** All accounts, with a search. */
function UsuariosDesk({ usuarios }: { usuarios: readonly UsuarioPart[] }) {
  const [texto, setTexto] = useState('')
  const list = useRef<HTMLElement>(null)
  const ask = (usuario: UsuarioPart): void =>
    askDelete({
      question: '¿Seguro que deseas eliminar este usuario?',
      command: deleteUsuario,
      input: { id: usuario.uid },
      failed: 'No se eliminó el usuario.',
      done: `Usuario eliminado: ${nombreCompletoOf(usuario)}.`,
      text: (
        <>
          <p className="font-semibold text-ink">
            {nombreCompletoOf(usuario)}
            {usuario.email && `, ${usuario.email}`}
          </p>
          <p className="mt-2">
            Se borran su cuenta, su perfil y su foto, y se cierran sus sesiones. Sus competidores se conservan, con su
            música, y pasan a la organización. No se puede deshacer.
          </p>
        </>
      ),
      moveFocus: () => list.current?.focus(),
    })

  const found = usuarios.filter((usuario) => matchesUsuario(usuario, texto))

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SearchField label="Buscar por nombre o correo" value={texto} onChange={setTexto} className="w-full sm:w-80" />
        <p aria-live="polite" className="text-15 text-muted digits">
          {found.length === usuarios.length
            ? `Total de usuarios: ${usuarios.length}`
            : `${found.length} de ${formatCount(usuarios.length, 'usuario', 'usuarios')}`}
        </p>
      </div>
      <section ref={list} tabIndex={-1} aria-label="Usuarios" className="outline-none">
        {usuarios.length === 0 && (
          <Empty title="No hay usuarios registrados.">Aparecerán aquí en cuanto creen su cuenta.</Empty>
        )}
        {usuarios.length > 0 && found.length === 0 && (
          <Empty title="Nadie se llama así.">
            Ningún nombre ni correo coincide. Borra la búsqueda para ver a todos.
          </Empty>
        )}
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
          {found.map((usuario) => (
            <UsuarioCard key={usuario.uid} usuario={usuario} onDelete={ask} />
          ))}
        </div>
      </section>
    </>
  )
}

function UsuarioCard({ usuario, onDelete }: { usuario: UsuarioPart; onDelete: (usuario: UsuarioPart) => void }) {
  const { uid, nombre, apellido, email, pais, desactivado } = usuario
  const datos = { Nombre: nombre, Apellido: apellido, Email: email, País: pais }
  const quien = nombreCompletoOf(usuario)

  return (
    <article aria-label={quien} className="card flex flex-col p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Retrato src={usuario.fotoURL} de={usuario} className="size-14 text-22" alt={`Foto de ${quien}`} />
        <h2 className="min-w-0 grow basis-28 text-22 break-words">{quien}</h2>
        {desactivado ? (
          <Pill tone="off" icon={Ban} strokeWidth={2} text="Cuenta desactivada" />
        ) : (
          <Pill tone="go" icon={CircleCheck} strokeWidth={2} text="Cuenta activa" />
        )}
      </div>
      <dl className="mt-3 mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3 text-15">
        {Object.entries(datos).map(([name, texto]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{texto || <span className="text-muted">Sin dato</span>}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-auto flex flex-wrap gap-2 border-t border-line pt-3">
        <RowCommand
          act="Crear enlace"
          of={`de acceso para ${quien}`}
          busyText="Creando enlace..."
          command={createEnlace}
          input={{ id: uid }}
          about={uid}
          failed="No se creó el enlace."
          onDone={(enlace) => showEnlace(usuario, enlace)}
        />
        <RowCommand
          act={desactivado ? 'Activar' : 'Desactivar'}
          of={quien}
          command={setActivo}
          input={{ id: uid, activo: desactivado }}
          about={uid}
          failed={desactivado ? 'No se activó la cuenta.' : 'No se desactivó la cuenta.'}
          onDone={() => toast(`${quien} ya ${desactivado ? '' : 'no '}puede iniciar sesión.`)}
        />
        <RowAct act="Eliminar" of={quien} variant="danger" className="ml-auto" onClick={() => onDelete(usuario)} />
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
