import type { ReactNode } from 'react'
import { feed } from '../live/tab.ts'
import { useConnection } from '../live/useConnection.ts'
import { ErrorState } from '../ui/Empty.tsx'
import { Loading } from '../ui/Loading.tsx'

/** A view that has not come yet: waiting for it, or saying that it does not come. */
export function Waiting({ failed, children }: { failed: string; children: ReactNode }) {
  const { estado } = useConnection()
  if (estado !== 'sin conexión') return <Loading>{children}</Loading>
  return (
    <ErrorState title={failed} onRetry={() => feed.retry()}>
      El servidor no respondió. Se abrirá solo en cuanto vuelva la señal.
    </ErrorState>
  )
}
