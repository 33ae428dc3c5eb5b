import { CircleAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Clave } from './Clave.tsx'

/** Nothing to show: what is missing, and who fills it. */
export function Empty({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="rounded-16 border border-dashed border-line bg-surface px-5 py-9 text-center">
      <Clave className="mx-auto mb-4" />
      <p className="font-display text-22 leading-tight font-semibold text-balance">{title}</p>
      {children && <p className="mx-auto mt-2 max-w-90 text-15 text-balance text-muted">{children}</p>}
    </div>
  )
}

/** Something could not be shown: what happened, and a way on. */
export function ErrorState({ title, children, onRetry }: { title: string; children: ReactNode; onRetry?: () => void }) {
  return (
    <div role="alert" className="rounded-16 border border-dashed border-line bg-surface px-5 py-9 text-center">
      <CircleAlert size={28} aria-hidden className="mx-auto mb-3 text-danger" />
      <p className="font-display text-22 leading-tight font-semibold">{title}</p>
      <p className="mx-auto mt-2 mb-4 max-w-90 text-15 text-balance text-muted">{children}</p>
      {onRetry && (
        <Button icon={<RefreshCw size={17} aria-hidden />} onClick={onRetry}>
          Reintentar
        </Button>
      )}
    </div>
  )
}
