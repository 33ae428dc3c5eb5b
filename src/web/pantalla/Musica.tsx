import { Check, Pause, Play, SkipBack, Volume1, VolumeX } from 'lucide'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { horario, type CategoriaHorarioPart, type Horario } from '#contract/views/horario.ts'
import type { Pantalla, PistasPart } from '#contract/views/pantallas.ts'
import { tituloOf } from '#domain/categoria.ts'
import type { Jornada } from '#domain/jornada.ts'
import { formatDuracion, formatRestante } from '#domain/musica.ts'
import { turnoTitle } from '#domain/numero.ts'
import { enTarjetaOf, isTurnoDeOtro } from '#domain/puesto.ts'
import { retiroTitle } from '#domain/retiro.ts'
import { tarjetaOf } from '#domain/tarjeta.ts'
import { useJornada } from '../horario/useJornada.ts'
import { TrackSlider } from '../inscripciones/TrackSlider.tsx'
import type { Playing, Track } from '../inscripciones/trackPlayer.ts'
import { useView } from '../live/tab.ts'
import { Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useStore } from '../ui/store.ts'
import { useMount } from '../ui/useMount.ts'
import { useFollow } from '../ui/useFollow.ts'
import { isTyping, usePageKeys } from '../ui/usePageKeys.ts'
import { Fonoteca } from './fonoteca.ts'
import { PlayerDePuesto } from './playerDePuesto.ts'
import { LuzButton } from './useLuz.tsx'
import { usePuesto } from './usePuesto.ts'
import './musica.css'

type Linea = NonNullable<Jornada<CategoriaHorarioPart>['actual']>

/** The tracks and the player of this page, which live as long as it does. */
let made: { readonly fonoteca: Fonoteca; readonly player: PlayerDePuesto } | undefined
function musicaOf(enlace: string): NonNullable<typeof made> {
  if (made) return made
  const fonoteca = new Fonoteca(enlace)
  made = { fonoteca, player: new PlayerDePuesto(({ id }) => fonoteca.urlOf(id)) }
  return made
}

interface Props {
  readonly pantalla: Pantalla
  readonly enlace: string
  /** Says that the page is without a connection: on the card, where it covers no row. */
  readonly mark: ReactNode
}

/** The post that plays the tracks of the active day, also without a signal. */
export function Musica({ pantalla: { muestra, pistas }, enlace, mark }: Props) {
  usePuesto()
  const live = useView(horario, {})
  const jornada = useJornada<CategoriaHorarioPart>(live)
  return (
    <main className="musica">
      <h1 className="sr-only">{muestra.nombre}</h1>
      {live && jornada && pistas && <Puesto {...{ live, jornada, enlace, mark }} pistas={pistas.pistas} />}
    </main>
  )
}

interface PuestoProps extends Pick<Props, 'enlace' | 'mark'> {
  readonly live: Horario
  readonly jornada: Jornada<CategoriaHorarioPart>
  readonly pistas: PistasPart['pistas']
}

function Puesto({ live, jornada, pistas, enlace, mark }: PuestoProps) {
  const { fonoteca, player } = musicaOf(enlace)
  const playing = useStore(player)
  const { versiones, isFull, cambiadas } = useStore(fonoteca)
  // Whose turn it was when the track that sounds was started.
  const [empezo, setEmpezo] = useState<string | null>(null)
  const enTurno = jornada.actual?.renglon.competidor.id ?? null
  const sonando = playing && playing.estado !== 'parado' ? playing.track.id : null
  const linea = enTarjetaOf(jornada, sonando)
  const lineas = jornada.categorias.flatMap(({ categoria, renglones }) =>
    renglones.map((renglon): Linea => ({ categoria, renglon })),
  )
  // Elsewhere the card would leave the screen.
  const staysInView = matchMedia('(width >= 64rem) or (height >= 45rem)').matches
  const followed = linea && staysInView ? rowId(linea) : undefined
  useFollow(followed, '.musica-tarjeta')
  useMount(() => followed && document.getElementById(followed)?.scrollIntoView({ block: 'nearest' }))
  const toggle = (one: Linea): void => {
    const track = trackOf(one, pistas)
    if (!track) return
    if (sonando !== track.id) {
      setEmpezo(enTurno)
      fonoteca.play(track.id)
    }
    player.toggle(track)
  }
  const next = linea && trackOf(linea, pistas)
  usePageKeys((event) => {
    const act = { ' ': () => linea && toggle(linea), r: () => player.restart(), f: () => player.fade() }[
      event.key.toLowerCase()
    ]
    if (!act || event.ctrlKey || event.altKey || event.metaKey || isText(event.target)) return false
    // A button that the keyboard has reached takes its own key.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return false
    if (!event.repeat) act()
    return true
  })
  const conPista = lineas.filter(({ renglon }) => pistas[renglon.competidor.id])
  const aqui = conPista.filter(
    ({ renglon: { competidor } }) => versiones.get(competidor.id) === pistas[competidor.id]?.version,
  )
  const nombreOf = (id: string) => lineas.find(({ renglon }) => renglon.competidor.id === id)?.renglon.competidor.nombre
  return (
    <>
      {next && <Prepared key={`${next.id} ${fonoteca.urlOf(next.id)}`} prepare={() => player.prepare(next)} />}
      <section className="musica-tarjeta stage" aria-label="Música">
        {linea ? (
          <Tarjeta
            linea={linea}
            eyebrow={eyebrowOf(linea, { jornada, live, isSonando: sonando !== null })}
            duracion={pistas[linea.renglon.competidor.id]?.duracion}
            playing={playing?.track.id === linea.renglon.competidor.id ? playing : null}
            player={player}
            aviso={
              playing && isTurnoDeOtro({ sonando, empezo, enTurno }) && jornada.actual
                ? `El turno ya es de ${jornada.actual.renglon.competidor.nombre}.`
                : null
            }
            mark={mark}
            onToggle={() => toggle(linea)}
          />
        ) : (
          <SinTarjeta jornada={jornada} live={live} />
        )}
        <div className="musica-equipo">
          <div>
            <p id="musica-aqui">
              Música en este equipo: {aqui.length} de {conPista.length}
            </p>
            <LuzButton />
          </div>
          <progress aria-labelledby="musica-aqui" max={conPista.length || 1} value={aqui.length} />
          <Status>
            {isFull && aqui.length < conPista.length && (
              <p className="musica-aviso">No cabe toda la música: faltan {conPista.length - aqui.length}.</p>
            )}
            {cambiadas.map((id) => (
              <p key={id} className="musica-aviso">
                Cambió la música de {nombreOf(id)}.
              </p>
            ))}
          </Status>
        </div>
      </section>
      <section className="musica-lista" aria-label="Orden del día">
        <ol>
          {lineas.map((one) => {
            const { id } = one.renglon.competidor
            return (
              <Fila
                key={id}
                linea={one}
                duracion={pistas[id]?.duracion}
                isHere={versiones.get(id) !== undefined && versiones.get(id) === pistas[id]?.version}
                isOnCard={id === linea?.renglon.competidor.id}
                onToggle={() => toggle(one)}
              />
            )
          })}
        </ol>
      </section>
    </>
  )
}

/** The track of an entry; undefined without one. */
function trackOf({ categoria, renglon }: Linea, pistas: PistasPart['pistas']): Track | undefined {
  const { id, nombre } = renglon.competidor
  const pista = pistas[id]
  return pista && { id, nombre, detalle: tituloOf(categoria), duracion: pista.duracion }
}

/** Opens a track ahead, once for each place where it lies. */
function Prepared({ prepare }: { prepare: () => void }) {
  useMount(prepare)
  return null
}

/** A press by mouse or finger leaves no focus on its button: afterwards the space bar plays, and does not press that button again. */
const press =
  (act: () => void) =>
  ({ detail, currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    act()
    if (detail > 0) currentTarget.blur()
  }

const rowId = ({ renglon }: Linea): string => `pista-${renglon.competidor.id}`

/** Whether a key belongs to a text field. The sliders of this page leave the letters and the space to the page. */
function isText(target: EventTarget | null): boolean {
  return isTyping(target) && !(target instanceof HTMLInputElement && target.type === 'range')
}

function eyebrowOf(
  { renglon }: Linea,
  { jornada, live, isSonando }: Pick<PuestoProps, 'jornada' | 'live'> & { readonly isSonando: boolean },
): string {
  if (isSonando) return 'Suena'
  if (renglon === jornada.actual?.renglon) return tarjetaOf(jornada, { dia: live.dia, zona: live.zonaHoraria }).eyebrow
  return jornada.pausa ? `Pausa: ${jornada.pausa.titulo}. Sigue` : 'Sigue'
}

/** No entry is in course and none follows: the day is over, or has no entries. */
function SinTarjeta({ jornada, live: { dia, zonaHoraria } }: Pick<PuestoProps, 'jornada' | 'live'>) {
  const { eyebrow, detalle } = tarjetaOf(jornada, { dia, zona: zonaHoraria })
  return (
    <>
      <h2>{eyebrow}</h2>
      <p>{detalle}</p>
    </>
  )
}

interface TarjetaProps extends Pick<Props, 'mark'> {
  readonly linea: Linea
  readonly eyebrow: string
  /** Of its track, in seconds; null: not measured; undefined: it has none. */
  readonly duracion: number | null | undefined
  /** The track as it plays or stands; null: another one, or none, is open in the player. */
  readonly playing: Playing | null
  readonly player: PlayerDePuesto
  readonly aviso: string | null
  readonly onToggle: () => void
}

function Tarjeta({ linea, eyebrow, duracion, playing, player, aviso, mark, onToggle }: TarjetaProps) {
  const { competidor, turno } = linea.renglon
  const { nombre } = competidor
  const isBajando = useStore(player.isBajando)
  const isOn = playing !== null && playing.estado !== 'parado'
  const length = playing?.duration || (duracion ?? 0)
  const elapsed = playing?.elapsed ?? 0
  return (
    <>
      <p className="musica-cabeza">
        <span>{eyebrow}</span>
        <span className="musica-numero num">{turnoTitle(competidor, turno)}</span>
      </p>
      <h2>{nombre}</h2>
      <p className="musica-categoria">{tituloOf(linea.categoria)}</p>
      {duracion === undefined ? (
        <p className="musica-resta">Sin música</p>
      ) : (
        <>
          <p className="musica-resta num" role="timer" aria-live="off">
            {length > 0 ? formatRestante(length, elapsed) : '…'}
          </p>
          <div className="music-bar">
            <TrackSlider
              nombre={nombre}
              playing={playing}
              text={`${formatDuracion(elapsed)} de ${formatDuracion(length)}`}
              isOff={!playing?.duration}
              onSeek={(percent) => player.seek(percent)}
            />
          </div>
        </>
      )}
      <div className="musica-mensaje">
        <Status>
          {aviso ?? (playing?.isOver && !isOn ? 'Terminó' : '')}
          {playing?.problem}
        </Status>
        {mark}
      </div>
      <div className="musica-actos">
        {duracion !== undefined && (
          <Button
            variant="gold"
            size="huge"
            className="musica-play"
            icon={isOn ? Pause : Play}
            aria-keyshortcuts="Space"
            onClick={press(onToggle)}
          >
            <span>
              {isOn ? 'Pausar' : 'Reproducir'}
              <span className="sr-only"> {nombre}</span>
            </span>
            <Tecla>Espacio</Tecla>
          </Button>
        )}
        <Button
          variant="clear"
          size="large"
          icon={SkipBack}
          aria-keyshortcuts="R"
          aria-disabled={!playing || undefined}
          onClick={press(() => player.restart())}
        >
          Desde el principio
          <Tecla>R</Tecla>
        </Button>
        <Button
          variant="clear"
          size="large"
          icon={VolumeX}
          busy={isBajando}
          busyText="Bajando..."
          aria-keyshortcuts="F"
          aria-disabled={!isOn || undefined}
          onClick={press(() => player.fade())}
        >
          Bajar y parar
          <Tecla>F</Tecla>
        </Button>
      </div>
      <Volumen player={player} />
    </>
  )
}

/** The key of a button. Screen readers get it from `aria-keyshortcuts`. */
function Tecla({ children }: { children: string }) {
  return (
    <kbd aria-hidden className="musica-tecla">
      {children}
    </kbd>
  )
}

function Volumen({ player }: { player: PlayerDePuesto }) {
  const volumen = useStore(player.volumen)
  return (
    <label className="music-bar musica-volumen">
      <Icon of={Volume1} size={22} />
      Volumen
      <input
        type="range"
        min="0"
        max="100"
        aria-label="Volumen"
        value={volumen}
        style={{ '--at': `${volumen}%` }}
        onChange={({ target }) => player.setVolumen(Number(target.value))}
      />
    </label>
  )
}

interface FilaProps {
  readonly linea: Linea
  readonly duracion: number | null | undefined
  /** Its track is on the device. */
  readonly isHere: boolean
  /** It is on the card, which has its button. */
  readonly isOnCard: boolean
  readonly onToggle: () => void
}

function Fila({ linea, duracion, isHere, isOnCard, onToggle }: FilaProps) {
  const { competidor, turno, estatus } = linea.renglon
  const { nombre, numero, retiro } = competidor
  return (
    <li id={rowId(linea)} aria-current={estatus === 'Compitiendo' || undefined} data-estatus={estatus}>
      <span className="musica-turno num">{numero ?? turno}</span>
      <span className="musica-nombre">
        <strong>{nombre}</strong>
        <span>{tituloOf(linea.categoria)}</span>
      </span>
      <span className="musica-estado">{retiro ? retiroTitle(retiro) : estatus}</span>
      <span className="musica-largo num">
        {duracion === undefined ? 'Sin música' : duracion === null ? '' : formatDuracion(Math.round(duracion))}
        {isHere && <Icon of={Check} size={16} />}
        {isHere && <span className="sr-only">, en este equipo</span>}
      </span>
      {duracion !== undefined && !isOnCard && (
        <IconButton label={`Reproducir ${nombre}`} icon={Play} look="round" onClick={press(onToggle)} />
      )}
    </li>
  )
}
