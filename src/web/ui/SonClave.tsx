/** The sixteen strokes of a son clave, the mark of the event. Decorative: hidden from assistive technology. `index.html` has the same. */
export function SonClave({ className = '', played = 'stroke-brand' }: { className?: string; played?: string }) {
  const round = { strokeWidth: 3.5, strokeLinecap: 'round' } as const
  return (
    <svg viewBox="0 0 124 12" width="124" height="12" aria-hidden className={className}>
      <path d="M1.75 2.75v6.5m24-6.5v6.5m24-6.5v6.5m32-6.5v6.5m16-6.5v6.5" {...round} className={played} />
      <path
        d="M9.75 9h0m8 0h0m16 0h0m8 0h0m16 0h0m8 0h0m8 0h0m16 0h0m16 0h0m8 0h0m8 0h0"
        {...round}
        className="stroke-control opacity-60"
      />
    </svg>
  )
}
