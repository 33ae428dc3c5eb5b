import type { ReactNode } from 'react'
import type { Reloj } from '#domain/ajustes.ts'
import { seguimosText } from '#domain/hora.ts'
import { tituloOf } from '#domain/categoria.ts'
import { conNumero } from '#domain/numero.ts'
import { formatCount } from '#domain/plural.ts'
import type { CategoriaDeJornada, Jornada } from '#domain/horario.ts'
import type { CompetidorPublico } from '#contract/views/horario.ts'
import { isOffline } from '../live/connection.ts'
import { connection } from '../live/tab.ts'
import { Hora, RelojDigits } from './Hora.tsx'
import './LiveCard.css'
import { useStore } from '../ui/store.ts'

interface Props {
  readonly jornada: Jornada<CategoriaDeJornada<CompetidorPublico>>
  readonly reloj: Reloj
  readonly dia: string
  readonly zona: string
  /** Where the card stands: in the column of the schedule, or on the desk. */
  readonly place: 'column' | 'desk'
  /** The acts on its entry. */
  readonly children?: ReactNode
}

/**
 * The entry that is on stage now. `place` says which page shows the card; `LiveCard.css` lays it out there for a phone, a
 * laptop, the desk and the screen of the hall.
 */
export function LiveCard({ jornada, reloj, dia, zona, place, children }: Props) {
  const state = useStore(connection)
  const isAway = isOffline(state)
  const isOld = isAway || state.isKept
  const { actual, pausa, siguen, total } = jornada
  const { eyebrow, name, detail } = textsOf(jornada, dia, zona)

  return (
    <section
      aria-label="En vivo"
      className={`live-card live-card-${place} stage beams`}
      data-offline={isAway || undefined}
      data-kept={state.isKept}
    >
      <div className="live-main">
        <p className="live-eyebrow">
          <span className={`pulse ${isOld || !actual ? 'bg-gold' : ''}`} aria-hidden />
          {isOld ? 'Último turno conocido' : eyebrow}
        </p>
        {total > 0 && (
          <p className="live-tag">
            <span className="turno-tag num inline-block">
              {actual ? `Turno ${actual.renglon.turno} de ${total}` : formatCount(total, 'turno', 'turnos')}
            </span>
          </p>
        )}
        <p className="live-name" style={{ '--letters': name.length }}>
          {name}
        </p>
        <p className={`live-company ${pausa ? 'first-letter:uppercase' : ''}`}>{detail}</p>
        <p className="live-category">{actual && tituloOf(actual.categoria)}</p>
        <p className="live-clock">
          <RelojDigits reloj={reloj} zona={zona} />
        </p>
      </div>
      {children}
      <Siguen siguen={siguen} zona={zona} />
    </section>
  )
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
        <strong className="font-bold">{conNumero(next.renglon.competidor)}</strong>
      </p>
      <div className="live-queue">
        <p>Siguen</p>
        <ol>
          {siguen.map(({ renglon: { competidor, hora } }) => (
            <li key={competidor.id}>
              <Hora instant={hora} zona={zona} className="text-gold" />
              <span>
                <strong>{conNumero(competidor)}</strong>
                <span>{competidor.compania}</span>
              </span>
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

function textsOf(
  { actual, pausa, siguen, total }: Props['jornada'],
  dia: string,
  zona: string,
): Record<'eyebrow' | 'name' | 'detail', string> {
  if (pausa) return { eyebrow: 'Pausa', name: pausa.titulo, detail: seguimosText(pausa.fin, zona) }
  if (!actual) return textsWithoutTurno(dia, siguen.length, total)
  const { competidor } = actual.renglon
  return { eyebrow: 'Compitiendo ahora', name: conNumero(competidor), detail: competidor.compania }
}

/** The text when no entry has the turn: before the first turn, after the last, or on an empty day. */
function textsWithoutTurno(dia: string, waiting: number, total: number): Record<'eyebrow' | 'name' | 'detail', string> {
  if (total === 0)
    return { eyebrow: 'Sin turnos', name: 'Sin competidores', detail: `El ${dia} no tiene competidores.` }
  if (waiting > 0) return { eyebrow: 'Por comenzar', name: 'Aún no empieza', detail: `El ${dia} está por comenzar.` }
  return { eyebrow: 'Día terminado', name: `Terminó el ${dia}`, detail: 'Ya pasaron todos.' }
}
