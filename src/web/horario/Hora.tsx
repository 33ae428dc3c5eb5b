import { formatHora, localOf, SIN_HORA } from '#domain/hora.ts'
import type { Reloj } from '#domain/ajustes.ts'
import { clockAt } from '#domain/estatus.ts'
import { useServerClock } from '../live/tab.ts'

/** The font of `--:--`, a time that is not known: the condensed one would join its hyphens into a dash. */
const NO_TIME = 'font-sans font-medium'

/** An hour of the event, or `--:--`. */
export function Hora({ instant, zona, className = '' }: { instant: number | null; zona: string; className?: string }) {
  return <span className={`${instant === null ? NO_TIME : 'num'} ${className}`}>{formatHora(instant, zona)}</span>
}

interface AntesProps {
  readonly of: { readonly puedeSerAntes?: boolean | undefined }
  readonly className?: string
}

/** Beside the hour of an entry that may dance before it. */
export function Antes({ of, className = 'text-13 leading-tight font-sans font-normal text-muted' }: AntesProps) {
  return of.puedeSerAntes && <span className={`antes ${className}`}> puede ser antes</span>
}

/** The clock of the event. Renders every second; screen readers do not announce it. */
export function RelojDigits({ reloj, zona }: { reloj: Reloj; zona: string }) {
  const instant = clockAt(reloj, useServerClock('second'))
  if (instant === null) return <span className={`${NO_TIME} leading-none`}>{SIN_HORA}</span>
  const { hh, mm, ss } = localOf(instant, zona)
  return (
    <span role="timer" aria-live="off" className="num leading-none whitespace-nowrap">
      {hh}:{mm}
      {reloj.activarReloj && <span className="text-[0.55em]">:{ss}</span>}
    </span>
  )
}
