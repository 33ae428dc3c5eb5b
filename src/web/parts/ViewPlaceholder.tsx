import type { ReactNode } from 'react'
import { feed, VIEW_DAMAGED, useFailure } from '../live/tab.ts'
import { ErrorState, WITHOUT_SIGNAL, Loading } from '../ui/Empty.tsx'

interface Props {
  /** The keys of the views. */
  readonly of: readonly string[]
  /** The name of the loading data, in `Cargando …...`. */
  readonly what: string
  /** The title of the error when the views cannot be shown. */
  readonly failed: string
  /** Renders the failure inside the layout of the page. Without it, the failure stands alone. */
  readonly layout?: (failure: ReactNode) => ReactNode
}

/** Stands for views that have not loaded: placeholder rows, or the error with a button that retries. */
export function ViewPlaceholder({ of, what, failed, layout = (failure) => failure }: Props) {
  const failure = useFailure(of)
  if (!failure) return <Loading>{`Cargando ${what}...`}</Loading>
  return layout(
    <ErrorState title={failure === 'view' ? failed : WITHOUT_SIGNAL} onRetry={() => feed.retry()}>
      {failure === 'view' ? VIEW_DAMAGED : `${failed}. El servidor no respondió.`}
    </ErrorState>,
  )
}
