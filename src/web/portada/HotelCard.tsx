import { MapPin } from 'lucide'
import type { Evento } from '#domain/evento.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

/** The venue. */
export function HotelCard({ evento }: { evento: Evento }) {
  const { hotel, direccion, enlaceMapa } = evento
  // Each part is optional. Without any of them there is no card.
  if (!hotel && !direccion && !enlaceMapa) return null
  return (
    <section aria-labelledby="hotel" className="mx-auto w-full max-w-320 px-4 py-7 md:px-6 lg:px-10 lg:py-10">
      <div className="card grid gap-4 p-5 md:grid-cols-[1fr_auto] md:gap-10 md:p-7">
        <div>
          {hotel && <p className="mb-1 text-14 text-muted">Hotel sede</p>}
          <h2 id="hotel" className="text-30">
            {hotel || 'Hotel sede'}
          </h2>
          {direccion && <p className="mt-1.5 max-w-90 text-balance">{direccion}</p>}
          {enlaceMapa && (
            <a href={enlaceMapa} target="_blank" rel="noreferrer" className={buttonClass('outline', 'normal', 'mt-4')}>
              <Icon of={MapPin} size={18} />
              Ver en el mapa
            </a>
          )}
        </div>
        <Streets />
      </div>
    </section>
  )
}

/** A decorative map. */
function Streets() {
  return (
    <svg viewBox="0 0 420 196" aria-hidden className="w-full rounded-16 md:w-105" preserveAspectRatio="xMidYMid slice">
      <rect width="420" height="196" fill="var(--color-sunken)" />
      <path d="M210 196c30-60 90-70 210-96v96z" fill="var(--color-go-soft)" opacity="0.7" />
      <g fill="none" stroke="var(--color-surface)">
        <path d="M0 34 130 22 290 40 420 6" strokeWidth="9" />
        <path d="M0 150c90-24 190 6 260-34 60-34 100-40 160-44" strokeWidth="15" />
        <path d="M66-6 92 202M214-6l-4 86M306-6l22 90" strokeWidth="8" />
      </g>
      <path d="M225 62c15 0 26 11 26 26 0 18-26 42-26 42s-26-24-26-42c0-15 11-26 26-26z" fill="var(--color-brand)" />
      <circle cx="225" cy="88" r="9" fill="#fff" />
    </svg>
  )
}
