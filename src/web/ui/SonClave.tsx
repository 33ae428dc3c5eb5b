/** The indexes of the played strokes, and those of the others. */
const PLAYED = [0, 3, 6, 10, 12]
const SILENT = Array.from({ length: 16 }, (_, stroke) => stroke).filter((stroke) => !PLAYED.includes(stroke))

/** The path of some strokes, each a line of its own; `line` draws one from its start. */
const pathOf = (strokes: readonly number[], line: string): string =>
  strokes.map((stroke) => `M${stroke * 8 + 1.75} ${line}`).join('')

/** The sixteen strokes of a son clave, the mark of the event. Decorative: hidden from assistive technology. */
export function SonClave({ className = '', played = 'stroke-brand' }: { className?: string; played?: string }) {
  const round = { strokeWidth: 3.5, strokeLinecap: 'round' } as const
  return (
    <svg viewBox="0 0 124 12" width="124" height="12" aria-hidden className={className}>
      <path d={pathOf(PLAYED, '2.75v6.5')} {...round} className={played} />
      <path d={pathOf(SILENT, '9h0')} {...round} className="stroke-control opacity-60" />
    </svg>
  )
}
