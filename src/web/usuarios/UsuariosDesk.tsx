import { useRef, useState } from 'react'
import { countOf } from '#domain/plural.ts'
import { matchesUsuario } from '#domain/usuario.ts'
import type { UsuarioPart } from '#contract/usuarios.ts'
import { Empty } from '../ui/Empty.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { useDeleteQuestion } from '../ui/useDeleteQuestion.ts'
import { DeleteUsuario } from './DeleteUsuario.tsx'
import { UsuarioCard } from './UsuarioCard.tsx'

/** Everybody who has an account, to be found, let in, kept out and deleted. */
export function UsuariosDesk({ usuarios }: { usuarios: readonly UsuarioPart[] }) {
  const [texto, setTexto] = useState('')
  const { asked, ask, close } = useDeleteQuestion<UsuarioPart>((item) => usuarios.find(({ uid }) => uid === item.uid))
  const list = useRef<HTMLElement>(null)

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
        {found.length === 0 && <Nobody isEmpty={usuarios.length === 0} />}
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
          {found.map((usuario) => (
            <UsuarioCard key={usuario.uid} usuario={usuario} onDelete={ask} />
          ))}
        </div>
      </section>
      {asked && <DeleteUsuario usuario={asked} onClose={(isGone) => close(isGone, () => list.current?.focus())} />}
    </>
  )
}

function Nobody({ isEmpty }: { isEmpty: boolean }) {
  if (isEmpty) return <Empty title="No hay usuarios registrados.">Aparecerán aquí en cuanto creen su cuenta.</Empty>
  return (
    <Empty title="Nadie se llama así.">Ningún nombre ni correo coincide. Borra la búsqueda para ver a todos.</Empty>
  )
}

function foundOf(found: number, total: number): string {
  return found === total ? `Total de usuarios: ${total}` : `${found} de ${countOf(total, 'usuario', 'usuarios')}`
}
