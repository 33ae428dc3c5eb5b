import { formatHora } from '#domain/hora.ts'

/** An hour of the event, or `--:--` in another font: the condensed one joins the hyphens. */
export function Hora({ instant, zona, className = '' }: { instant: number | null; zona: string; className?: string }) {
  return <span className={`${instant === null ? 'no-time' : 'num'} ${className}`}>{formatHora(instant, zona)}</span>
}
