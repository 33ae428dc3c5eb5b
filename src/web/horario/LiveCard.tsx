import type { ReactNode } from 'react'
import { tituloOf } from '#domain/categoria.ts'
import { conNumero } from '#domain/numero.ts'
import type { CategoriaDeJornada, Jornada } from '#domain/jornada.ts'
import { enMinutosText, tarjetaOf } from '#domain/tarjeta.ts'
import type { CompetidorPublico, Horario } from '#contract/views/horario.ts'
import { portada } from '#contract/views/portada.ts'
import { isOffline } from '../live/connection.ts'
import { isPantalla } from '../live/pantalla.ts'
import { connection, useServerClock, useView } from '../live/tab.ts'
import { Antes, Hora, RelojDigits } from './Hora.tsx'
import './LiveCard.css'
import { useStore } from '../ui/store.ts'

interface Props {
  readonly jornada: Jornada<CategoriaDeJornada<CompetidorPublico>>
  /** The live day, with its clock. */
  readonly live: Omit<Horario, 'categorias'>
  /** Where the card stands: in the column of the schedule, on the desk, or alone on a screen of the hall. */
  readonly place: 'column' | 'desk' | 'hall'
  /** The acts on its entry. */
  readonly children?: ReactNode
}

/**
 * The entry that is on stage now. `place` says which page shows the card; `LiveCard.css` lays it out there for a phone, a
 * laptop, the desk and the screen of the hall.
 */
export function LiveCard({ jornada, live, place, children }: Props) {
  const { dia, zonaHoraria: zona } = live
  const state = useStore(connection)
  const fecha = useView(portada, {})?.evento.fechas?.[dia].larga
  // The page of a screen has a mark of its own, and keeps its picture.
  const isAway = !isPantalla && isOffline(state)
  const isOld = isAway || state.isKept
  const { actual, pausa, siguen } = jornada
  const { eyebrow, tag, nombre, detalle, hasta, compite } = tarjetaOf(jornada, { dia, zona, fecha })
  // An entry that has the turn and does not compete has no time.
  const hasReloj = compite || !actual

  return (
    <section
      aria-label="En vivo"
      className={`live-card live-card-${place} stage beams`}
      data-offline={isAway || undefined}
      data-compite={compite || undefined}
      data-kept={state.isKept}
      data-numero={actual?.renglon.competidor.numero}
    >
      <div className="live-main" data-reloj={hasReloj || undefined}>
        <p className="live-eyebrow">
          <span className={`pulse ${isOld || !compite ? 'bg-gold' : ''}`} aria-hidden />
          {isOld ? 'Último turno conocido' : eyebrow}
        </p>
        {tag !== null && (
          <p className="live-tag">
            <span key={tag} className="turno-tag num inline-block min-w-18 text-center">
              {tag}
            </span>
          </p>
        )}
        <p className="live-name" style={{ '--letters': nombre.length }}>
          {nombre}
        </p>
        <p className={`live-company ${pausa ? 'first-letter:uppercase' : ''}`}>
          {detalle}
          {hasta !== null && live.activarReloj && <EnMinutos instant={hasta} />}
        </p>
        <p className="live-category">{actual && tituloOf(actual.categoria)}</p>
        {hasReloj && (
          <p className="live-clock">
            <RelojDigits reloj={live} zona={zona} />
          </p>
        )}
      </div>
      {children}
      <Siguen siguen={siguen} zona={zona} />
    </section>
  )
}

/** The minutes until the day goes on. */
export function EnMinutos({ instant }: { instant: number }) {
  const texto = enMinutosText(instant, useServerClock('minute', instant))
  return texto !== null && <span className="whitespace-nowrap">, {texto}</span>
}

/** The next entry, and all that follow: the styles of a place show one of the two. */
function Siguen({ siguen, zona }: { siguen: Props['jornada']['siguen']; zona: string }) {
  const [next] = siguen
  if (!next) return null
  return (
    <>
      <p className="live-next">
        <span>Sigue</span>
        <Hora instant={next.renglon.hora} zona={zona} className="text-16 text-gold" />
        <Antes of={next.renglon} className="text-gold" />
        <strong className="font-bold">{conNumero(next.renglon.competidor)}</strong>
      </p>
      <div className="live-queue">
        <p>Siguen</p>
        <ol>
          {siguen.map(({ renglon }) => (
            <li key={renglon.competidor.id}>
              <Hora instant={renglon.hora} zona={zona} className="text-gold" />
              <span>
                <strong style={{ '--letters': renglon.competidor.nombre.length }}>
                  {conNumero(renglon.competidor)}
                </strong>
                <span>{renglon.competidor.compania}</span>
                <Antes of={renglon} className="text-gold" />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}
