import type { ReactNode } from 'react'
import { perfil, type PerfilPart } from '#contract/usuarios.ts'
import { viewKey } from '#contract/view.ts'
import { session } from '../api/session.ts'
import { useView } from '../live/tab.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { ErrorState } from '../ui/Empty.tsx'
import { useStore } from '../ui/store.ts'

type Children = (yo: PerfilPart) => ReactNode

/** Loads the profile of the signed-in user for its children. Shows the progress and errors. */
export function PerfilGate({ children }: { children: Children }) {
  const sesion = useStore(session)
  if (!sesion || sesion.role === 'visitante') return null
  return <LoadedPerfil uid={sesion.id}>{children}</LoadedPerfil>
}

function LoadedPerfil({ uid, children }: { uid: string; children: Children }) {
  const yo = useView(perfil, { uid })
  if (yo) return children(yo)
  if (yo === null) {
    return (
      <ErrorState title="Usuario no encontrado en la base de datos.">
        Tu cuenta existe, pero su perfil no. Escribe a la organización.
      </ErrorState>
    )
  }
  return (
    <ViewPlaceholder
      of={[viewKey(perfil, { uid })]}
      failed="Error al obtener datos del usuario."
      rows={3}
      what="perfil"
    />
  )
}
