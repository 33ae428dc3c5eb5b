import { tituloOf } from '#domain/categoria.ts'
import { NO_HA_LLEGADO } from '#domain/llegada.ts'
import type { Jornada } from '#domain/jornada.ts'
import { conNumero, turnoTitle } from '#domain/numero.ts'
import { pasoText } from '#domain/premiacion.ts'
import { aperturaText } from '#domain/sigue.ts'
import { tarjetaOf } from '#domain/tarjeta.ts'
import { horario, type CategoriaHorarioPart, type Horario } from '#contract/views/horario.ts'
import type { NotasPart, Pantalla, PasoRevelado, PremiacionPart } from '#contract/views/pantallas.ts'
import { portada } from '#contract/views/portada.ts'
import { Antes, Hora } from '../horario/Hora.tsx'
import { EnMinutos } from '../horario/LiveCard.tsx'
import { useJornada } from '../horario/useJornada.ts'
import { useView } from '../live/tab.ts'
import './locutor.css'

/** How many of the next entries the announcer reads. Their notes come with the view. */
const SIGUEN = 2

const SIN_NOTAS: Pick<NotasPart, 'notas' | 'sinLlegar'> = { notas: {}, sinLlegar: [] }

/** What the announcer reads: what comes next stands at the same place, below the ceremony in course and above the last one. */
export function Locutor({ pantalla: { muestra, premiacion, notas } }: { pantalla: Pantalla }) {
  const live = useView(horario, {})
  const jornada = useJornada<CategoriaHorarioPart>(live)
  const ceremonia = premiacion && <Premiacion premiacion={premiacion} />
  return (
    <main className="locutor stage">
      <h1 className="sr-only">{muestra.nombre}</h1>
      {premiacion?.enCurso && ceremonia}
      {live && jornada && <Turnos live={live} jornada={jornada} {...(notas ?? SIN_NOTAS)} />}
      {!premiacion?.enCurso && ceremonia}
    </main>
  )
}

interface TurnosProps extends Pick<NotasPart, 'notas' | 'sinLlegar'> {
  readonly live: Horario
  readonly jornada: Jornada<CategoriaHorarioPart>
}

/** The entry in course, or what stands in its place, and the next ones. */
function Turnos({ live: { dia, zonaHoraria: zona, activarReloj }, jornada, notas, sinLlegar }: TurnosProps) {
  const fecha = useView(portada, {})?.evento.fechas?.[dia].larga
  const { actual, pausa, siguen } = jornada
  const { eyebrow, tag, nombre, detalle, hasta, compite } = tarjetaOf(jornada, { dia, zona, fecha })
  return (
    <>
      {/* Room for a name of three lines and a note: what comes next stays where it is. Not below a ceremony. */}
      <section className="min-h-[16.5em] [section~&]:min-h-0" aria-label="Ahora">
        <p className="locutor-cabeza">
          <span>{eyebrow}</span>
          {tag !== null && <span className="locutor-tag num">{tag}</span>}
          {actual && compite && <Hora instant={actual.renglon.hora} zona={zona} />}
        </p>
        <h2 className="text-[2.2em]">{nombre}</h2>
        <p className={`text-[1.15em] font-semibold ${pausa ? 'first-letter:uppercase' : ''}`}>
          {detalle}
          {hasta !== null && activarReloj && <EnMinutos instant={hasta} />}
        </p>
        {actual && <p>{tituloOf(actual.categoria)}</p>}
        <Linea className="locutor-nota" texto={actual && notas[actual.renglon.competidor.id]} />
      </section>
      <ol className="grid content-start gap-[0.9em]" aria-label="Siguen">
        {siguen.slice(0, SIGUEN).map(({ categoria, renglon }, place) => (
          <li key={renglon.competidor.id} className="hairline-t pt-[0.7em]">
            <Linea className="locutor-aviso" texto={aperturaText(jornada, { categoria, renglon })} />
            <p className="locutor-cabeza">
              <span>{place === 0 ? 'Sigue' : 'Después'}</span>
              <span className="locutor-tag num">{turnoTitle(renglon.competidor, renglon.turno)}</span>
              <Hora instant={renglon.hora} zona={zona} />
              <Antes of={renglon} className="" />
            </p>
            <h2 className="text-[1.75em]">{renglon.competidor.nombre}</h2>
            <p className="text-[1.15em] font-semibold">{renglon.competidor.compania}</p>
            <p>{tituloOf(categoria)}</p>
            <Linea className="locutor-aviso" texto={sinLlegar.includes(renglon.competidor.id) ? NO_HA_LLEGADO : null} />
            <Linea className="locutor-nota" texto={notas[renglon.competidor.id]} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** A line that some entries have. */
function Linea({ texto, className }: { texto: string | null | undefined; className: string }) {
  return texto ? <p className={className}>{texto}</p> : null
}

/**
 * The ceremony in course, or the revealed places of the last one: the last step first. Above them the step that comes next, for an
 * announcer who may read ahead.
 */
function Premiacion({ premiacion: { categoria, enCurso, pasos, siguiente } }: { premiacion: PremiacionPart }) {
  if (!enCurso && pasos.length === 0) return null
  const titulo = `${enCurso ? 'Premiación de' : 'Última premiación:'} ${categoria}`
  return (
    <section className="locutor-premiacion" aria-label={titulo}>
      <h2 className="text-[1.75em]">{titulo}</h2>
      {pasos.length === 0 && <p>Empieza la premiación.</p>}
      {siguiente && (
        <div className="rounded-12 border-3 border-dashed border-[var(--color-pink)] bg-stage p-[0.5em] text-[1.35em]">
          <p className="locutor-cabeza">
            <span className="locutor-tag">Por anunciar</span>
          </p>
          <Paso paso={siguiente} />
        </div>
      )}
      {pasos.toReversed().map((paso) => (
        <Paso key={pasoText(paso)} paso={paso} />
      ))}
    </section>
  )
}

function Paso({ paso }: { paso: PasoRevelado }) {
  return (
    <article>
      <h3 className="text-[1.2em] text-gold">{pasoText(paso)}</h3>
      {paso.competidores.map((one) => (
        <p key={`${conNumero(one)} ${one.compania}`} className="mb-[0.3em]">
          <strong className="block">{conNumero(one)}</strong> {one.compania}
        </p>
      ))}
    </article>
  )
}
