import type { ReactNode } from 'react'
import { feed } from '../live/tab.ts'
import { DAMAGED, useFailure } from '../live/useFailure.ts'
import { ErrorState } from '../ui/Empty.tsx'
import { Loading } from '../ui/Loading.tsx'

interface WaitingProps {
  /** Keys of the views that are waited for. */
  readonly of: readonly string[]
  readonly failed: string
  readonly children: ReactNode
}

/** Views that have not come yet: waiting for them, or saying that they do not come. */
export function Waiting({ of, failed, children }: WaitingProps) {
  const failure = useFailure(of)
  if (!failure) return <Loading>{children}</Loading>
  return (
    <ErrorState title={failed} onRetry={() => feed.retry()}>
      {failure === 'view'
        ? DAMAGED
        : 'El servidor no respondió. Esta página se cargará sola en cuanto vuelva la señal.'}
    </ErrorState>
  )
}
