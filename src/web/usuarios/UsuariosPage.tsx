import { usuarios as usuariosView } from '#contract/usuarios.ts'
import { viewKey } from '#contract/view.ts'
import { useView } from '../live/useView.ts'
import { Waiting } from '../parts/Waiting.tsx'
import { UsuariosDesk } from './UsuariosDesk.tsx'

export function UsuariosPage() {
  const usuarios = useView(usuariosView, {})
  return (
    <main className="page page-wide">
      <h1 className="mb-5 text-30 lg:text-36">Lista de Usuarios</h1>
      {usuarios ? (
        <UsuariosDesk usuarios={usuarios} />
      ) : (
        <Waiting of={[viewKey(usuariosView)]} failed="No se cargaron los usuarios">
          Cargando usuarios...
        </Waiting>
      )}
    </main>
  )
}
