/** The indexes of the played strokes. */
const PLAYED = [0, 3, 6, 10, 12]

/** The sixteen strokes of a son clave, the mark of the event. Decorative: hidden from assistive technology. */
export function SonClave({ className = '', played = 'fill-brand' }: { className?: string; played?: string }) {
  return (
    <svg viewBox="0 0 124 12" width="124" height="12" aria-hidden className={className}>
      {Array.from({ length: 16 }, (_, stroke) =>
        PLAYED.includes(stroke) ? (
          <rect key={stroke} x={stroke * 8} y="1" width="3.5" height="10" rx="1.75" className={played} />
        ) : (
          <circle key={stroke} cx={stroke * 8 + 1.75} cy="9" r="1.75" className="fill-control opacity-60" />
        ),
      )}
    </svg>
  )
}
