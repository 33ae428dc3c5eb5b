import { CircleAlert, RefreshCw, WifiOff, type IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { Button } from './Button.tsx'
import { SonClave } from './SonClave.tsx'

/** The title of a screen that was never opened on this device, without a connection. */
export const WITHOUT_SIGNAL = 'Esta pantalla se abrirá cuando vuelva la señal.'

interface Props {
  readonly title: ReactNode
  /** The reason, or advice. */
  readonly children?: ReactNode
  /** Shown instead of the clave. */
  readonly icon?: IconNode
  /** A button, or a link that looks like one. */
  readonly act?: ReactNode
}

/** Says that a list or a page is empty, and what the person can do. */
export function Empty({ title, children, icon, act }: Props) {
  return (
    <div className="rounded-16 border border-dashed border-line bg-surface px-5 py-9 text-center">
      <div className="mb-4 flex justify-center text-muted">{icon ? <Icon of={icon} size={28} /> : <SonClave />}</div>
      <p className={`font-display leading-tight font-semibold text-balance ${act ? 'text-24' : 'text-22'}`}>{title}</p>
      {children && (
        <p className={`mx-auto mt-2 max-w-90 text-15 text-balance text-muted ${act ? 'mb-5' : ''}`}>{children}</p>
      )}
      {act}
    </div>
  )
}

/** Says that something could not be shown, and offers a retry. */
export function ErrorState({ title, children, onRetry }: { title: string; children: ReactNode; onRetry?: () => void }) {
  const isAway = title === WITHOUT_SIGNAL
  const icon = isAway ? WifiOff : CircleAlert
  return (
    <div role="alert" className="rounded-16 border border-dashed border-line bg-surface px-5 py-9 text-center">
      <Icon of={icon} size={28} className={`mx-auto mb-3 ${isAway ? 'text-wait' : 'text-danger'}`} />
      <p className="font-display text-22 leading-tight font-semibold">{title}</p>
      <p className="mx-auto mt-2 mb-4 max-w-90 text-15 text-balance text-muted">{children}</p>
      {onRetry && (
        <Button icon={RefreshCw} onClick={onRetry}>
          Reintentar
        </Button>
      )}
    </div>
  )
}

/** A placeholder with the shape of a list: as many rows as usually arrive, so that the page does not jump. */
export function Loading({ children, rows = 4 }: { children: ReactNode; rows?: number }) {
  return (
    <div aria-busy className="waiting rounded-16 border border-line bg-surface p-5">
      <SonClave className="mx-auto mt-4 mb-3 animate-pulse" />
      <output className="mb-6 block text-center font-display text-20 font-semibold">{children}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden className="flex h-14 items-center gap-4 border-t border-line">
          <span className="h-4 w-12 rounded-full bg-sunken" />
          <span className="h-4 max-w-60 grow rounded-full bg-sunken" />
          <span className="ml-auto h-5 w-20 rounded-full bg-sunken" />
        </div>
      ))}
    </div>
  )
}
