import { useRef, useState } from 'react'
import { formatCount } from '#domain/plural.ts'
import { matchesUsuario, nombreCompletoOf } from '#domain/usuario.ts'
import { deleteUsuario, usuarios as usuariosView, type UsuarioPart } from '#contract/usuarios.ts'
import { viewKey } from '#contract/view.ts'
import { useView } from '../live/useView.ts'
import { askDelete } from '../parts/ActDialog.tsx'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { Empty } from '../ui/Empty.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { UsuarioCard } from './UsuarioCard.tsx'

export function UsuariosPage() {
  const usuarios = useView(usuariosView, {})
  return (
    <main className="page page-wide">
      <h1 className="mb-5 text-30 lg:text-36">Lista de Usuarios</h1>
      {usuarios ? (
        <UsuariosDesk usuarios={usuarios} />
      ) : (
        <ViewPlaceholder of={[viewKey(usuariosView)]} failed="No se cargaron los usuarios" what="usuarios" />
      )}
    </main>
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
          {foundOf(found.length, usuarios.length)}
        </p>
      </div>
      <section ref={list} tabIndex={-1} aria-label="Usuarios" className="outline-none">
        {found.length === 0 && <NoUsuarios isEmpty={usuarios.length === 0} />}
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
          {found.map((usuario) => (
            <UsuarioCard key={usuario.uid} usuario={usuario} onDelete={ask} />
          ))}
        </div>
      </section>
    </>
  )
}

function NoUsuarios({ isEmpty }: { isEmpty: boolean }) {
  if (isEmpty) return <Empty title="No hay usuarios registrados.">Aparecerán aquí en cuanto creen su cuenta.</Empty>
  return (
    <Empty title="Nadie se llama así.">Ningún nombre ni correo coincide. Borra la búsqueda para ver a todos.</Empty>
  )
}

function foundOf(found: number, total: number): string {
  return found === total ? `Total de usuarios: ${total}` : `${found} de ${formatCount(total, 'usuario', 'usuarios')}`
}
