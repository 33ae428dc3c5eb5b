import type { ReactNode } from 'react'
import { perfil, type PerfilPart } from '#contract/usuarios.ts'
import { viewKey } from '#contract/view.ts'
import { useSession } from '../api/useSession.ts'
import { feed } from '../live/tab.ts'
import { DAMAGED, useFailure } from '../live/useFailure.ts'
import { useView } from '../live/useView.ts'
import { ErrorState } from '../ui/Empty.tsx'
import { Loading } from '../ui/Loading.tsx'

type Body = (yo: PerfilPart) => ReactNode

/** A screen that is about the profile of who is signed in: waits for it, or says why it does not come. */
export function PerfilGate({ children }: { children: Body }) {
  const sesion = useSession()
  if (!sesion || sesion.role === 'visitante') return null
  return <Opened uid={sesion.id}>{children}</Opened>
}

function Opened({ uid, children }: { uid: string; children: Body }) {
  const yo = useView(perfil, { uid })
  const failure = useFailure([viewKey(perfil, { uid })])
  if (yo) return children(yo)
  if (yo === null) {
    return (
      <ErrorState title="Usuario no encontrado en la base de datos.">
        Tu cuenta existe, pero su perfil no. Escribe a la organización.
      </ErrorState>
    )
  }
  if (!failure) return <Loading rows={3}>Cargando perfil...</Loading>
  return (
    <ErrorState title="Error al obtener datos del usuario." onRetry={() => feed.retry()}>
      {failure === 'view'
        ? DAMAGED
        : 'El servidor no respondió. Esta página se cargará sola en cuanto vuelva la señal.'}
    </ErrorState>
  )
}
