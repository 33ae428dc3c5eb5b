import type { ReactNode } from 'react'
import { perfil, type PerfilPart } from '#contract/usuarios.ts'
import { viewKey } from '#contract/view.ts'
import { session } from '../api/session.ts'
import { useView } from '../live/tab.ts'
import { ViewPlaceholder } from '../parts/ViewPlaceholder.tsx'
import { ErrorState } from '../ui/Empty.tsx'
import { useStore } from '../ui/store.ts'

/** Loads the profile of the signed-in user for its children. Shows the progress and errors. */
export function PerfilGate({ children }: { children: (yo: PerfilPart) => ReactNode }) {
  const sesion = useStore(session)
  const params = sesion && sesion.role !== 'visitante' ? { uid: sesion.id } : undefined
  const yo = useView(perfil, params)
  if (!params) return null
  if (yo) return children(yo)
  if (yo === null) {
    return (
      <ErrorState title="Usuario no encontrado en la base de datos.">
        Tu cuenta existe, pero su perfil no. Escribe a la organización.
      </ErrorState>
    )
  }
  return <ViewPlaceholder of={[viewKey(perfil, params)]} failed="Error al obtener datos del usuario." what="perfil" />
}
