import { Check, Pause, Play, SkipBack, Volume1, VolumeX } from 'lucide'
import { useState, type ReactNode } from 'react'
import type { CategoriaHorarioPart, Horario } from '#contract/views/horario.ts'
import type { Pantalla, PistasPart } from '#contract/views/pantallas.ts'
import { tituloOf } from '#domain/categoria.ts'
import type { Jornada } from '#domain/jornada.ts'
import { formatDuracion, formatRestante } from '#domain/musica.ts'
import { turnoTitle } from '#domain/numero.ts'
import { enTarjetaOf, isTurnoDeOtro } from '#domain/puesto.ts'
import { retiroTitle } from '#domain/retiro.ts'
import { tarjetaOf, type Tarjeta } from '#domain/tarjeta.ts'
import { useJornada } from '../horario/useJornada.ts'
import { PercentSlider } from '../inscripciones/PercentSlider.tsx'
import { percentOf, type Playing, type Track } from '../inscripciones/trackPlayer.ts'
import { useFresh } from '../live/usePantalla.ts'
import { Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useStore } from '../ui/store.ts'
import { useFollow } from '../ui/useFollow.ts'
import { useMount } from '../ui/useMount.ts'
import { isTyping, usePageKeys } from '../ui/usePageKeys.ts'
import { Fonoteca, isOnDevice } from './fonoteca.ts'
import { PlayerDePuesto } from './playerDePuesto.ts'
import { LuzButton } from './LuzButton.tsx'
import { usePuesto } from './usePuesto.ts'
import './musica.css'

type Linea = NonNullable<Jornada<CategoriaHorarioPart>['actual']>
type Pistas = PistasPart['pistas']

function makeMusica(enlace: string) {
  const fonoteca = new Fonoteca(enlace)
  return { fonoteca, player: new PlayerDePuesto(({ id }) => fonoteca.urlOf(id)) }
}

/** The tracks and the player of this page, which live as long as it does. */
let ofPage: ReturnType<typeof makeMusica> | undefined

interface Props {
  readonly pantalla: Pantalla
  readonly enlace: string
  /** Says that the page is without a connection: on the card, where it covers no row. */
  readonly mark: ReactNode
}

/** The post that plays the tracks of the active day, also without a signal. */
export function Musica({ pantalla: { muestra, pistas }, enlace, mark }: Props) {
  const live = usePuesto()
  useMount(() => document.addEventListener('click', blurPressed))
  const jornada = useJornada<CategoriaHorarioPart>(live)
  return (
    <main className="musica">
      <h1 className="sr-only">{muestra.nombre}</h1>
      {live && jornada && pistas ? <Puesto {...{ live, jornada, enlace, mark }} pistas={pistas.pistas} /> : mark}
    </main>
  )
}

interface PuestoProps extends Pick<Props, 'enlace' | 'mark'> {
  readonly live: Horario
  readonly jornada: Jornada<CategoriaHorarioPart>
  readonly pistas: Pistas
}

/** What plays was started from this line, while this entry had the turn. */
interface Comienzo {
  readonly linea: Linea
  readonly turno: string | null
}

function Puesto({ live: { dia, zonaHoraria: zona }, jornada, pistas, enlace, mark }: PuestoProps) {
  ofPage ??= makeMusica(enlace)
  const { fonoteca, player } = ofPage
  const playing = useStore(player)
  const { versiones, isFull, cambiadas } = useStore(fonoteca)
  const [empezo, setEmpezo] = useState<Comienzo | null>(null)
  const { actual, pausa, siguen } = jornada
  const enTurno = actual?.renglon.competidor.id ?? null
  const sonando = playing && playing.estado !== 'parado' ? playing.track.id : null
  const lineas = jornada.categorias.flatMap(({ categoria, renglones }) =>
    renglones.map((renglon): Linea => ({ categoria, renglon })),
  )
  // What sounds stays on the card when its entry leaves the day.
  const linea = enTarjetaOf(empezo ? [...lineas, empezo.linea] : lineas, jornada, sonando)
  const next = linea && trackOf(linea, pistas)
  const tarjeta = tarjetaOf(jornada, { dia, zona })
  const toggle = (one: Linea): void => {
    const isOpen = playing?.track.id === idOf(one)
    const track = isOpen && sonando !== null ? playing.track : trackOf(one, pistas)
    if (!track) return
    if (track.id !== sonando) setEmpezo({ linea: one, turno: enTurno })
    // A track that goes on after a pause is the one from before.
    if (!isOpen || playing.elapsed === 0) fonoteca.play(track.id)
    player.toggle(track)
  }
  // A new version waits while somebody competes.
  useFresh(sonando === null && !actual)
  // Elsewhere the card would leave the screen.
  const staysInView = matchMedia('(height >= 45rem), (width >= 40rem) and (orientation: landscape)').matches
  const followed = linea && staysInView ? rowId(linea) : undefined
  useFollow(followed, '.musica-tarjeta')
  useMount(() => followed && document.getElementById(followed)?.scrollIntoView({ block: 'nearest' }))
  usePageKeys((event) => {
    const acts = { ' ': () => linea && toggle(linea), r: () => player.seek(0), f: () => player.fade() }
    const act = acts[event.key.toLowerCase() as keyof typeof acts]
    if (!act || event.ctrlKey || event.altKey || event.metaKey || isText(event.target)) return false
    // A button that the keyboard has reached takes its own key.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return false
    if (!event.repeat) act()
    return true
  })
  const isHere = (one: Linea): boolean => isOnDevice(idOf(one), versiones, pistas)
  const conPista = lineas.filter((one) => pistas[idOf(one)])
  const aqui = conPista.filter(isHere).length
  return (
    <>
      {next && (
        <Prepared key={`${next.id} ${fonoteca.urlOf(next.id)} ${sonando}`} prepare={() => player.prepare(next)} />
      )}
      <section className="musica-tarjeta stage" aria-label="Música">
        {linea ? (
          <EnTarjeta
            linea={linea}
            eyebrow={eyebrowOf(linea, { sonando, eyebrow: actual && tarjeta.eyebrow, pausa: pausa && tarjeta })}
            duracion={pistas[idOf(linea)]?.duracion}
            playing={playing?.track.id === idOf(linea) ? playing : null}
            problem={player.problemOfPress()}
            player={player}
            aviso={
              actual && isTurnoDeOtro(sonando, empezo?.turno ?? null, enTurno)
                ? `El turno ya es de ${actual.renglon.competidor.nombre}.`
                : null
            }
            sigue={siguen.find((one) => idOf(one) !== idOf(linea))}
            pistas={pistas}
            mark={mark}
            onToggle={() => toggle(linea)}
          />
        ) : (
          <>
            <h2>{tarjeta.eyebrow}</h2>
            <p>{tarjeta.detalle}</p>
            {mark}
          </>
        )}
        <div className="musica-equipo">
          <div>
            <p id="musica-aqui">
              Música en este equipo: {aqui} de {conPista.length}
            </p>
            <LuzButton />
          </div>
          <progress aria-labelledby="musica-aqui" max={conPista.length || 1} value={aqui} />
          <Status>
            {isFull && aqui < conPista.length && (
              <p className="musica-aviso">No cabe toda la música: faltan {conPista.length - aqui}.</p>
            )}
            {lineas
              .filter((one) => cambiadas.includes(idOf(one)))
              .map((one) => (
                <p key={idOf(one)} className="musica-aviso">
                  Cambió la música de {one.renglon.competidor.nombre}.
                </p>
              ))}
          </Status>
        </div>
      </section>
      <section className="musica-lista" aria-label="Orden del día">
        <ol>
          {lineas.map((one) => (
            <Fila
              key={idOf(one)}
              linea={one}
              duracion={pistas[idOf(one)]?.duracion}
              isHere={isHere(one)}
              isOnCard={linea !== undefined && idOf(one) === idOf(linea)}
              onToggle={() => toggle(one)}
            />
          ))}
        </ol>
      </section>
    </>
  )
}

const idOf = ({ renglon }: Linea): string => renglon.competidor.id
const conTurno = ({ renglon: { competidor, turno } }: Linea): string =>
  `${competidor.numero ?? turno} ${competidor.nombre}`
const rowId = (linea: Linea): string => `pista-${idOf(linea)}`

/** The track of an entry; undefined without one. */
function trackOf({ categoria, renglon }: Linea, pistas: Pistas): Track | undefined {
  const { id, nombre } = renglon.competidor
  const pista = pistas[id]
  return pista && { id, nombre, detalle: tituloOf(categoria), duracion: pista.duracion }
}

interface Momento {
  readonly sonando: string | null
  /** Of the entry in course; undefined without one. */
  readonly eyebrow: string | undefined
  /** The break in course. */
  readonly pausa: Tarjeta | undefined
}

function eyebrowOf(linea: Linea, { sonando, eyebrow, pausa }: Momento): string {
  if (sonando === idOf(linea)) return 'Suena'
  return eyebrow ?? (pausa ? `Pausa: ${pausa.nombre}, ${pausa.detalle}. Sigue` : 'Sigue')
}

/** Opens a track ahead, once for each place where it lies. */
function Prepared({ prepare }: { prepare: () => void }) {
  useMount(prepare)
  return null
}

/** Whether a key belongs to a text field. The sliders of this page leave the letters and the space to the page. */
function isText(target: EventTarget | null): boolean {
  return isTyping(target) && !(target instanceof HTMLInputElement && target.type === 'range')
}

/** A press by mouse or finger leaves no focus on its button: afterwards the space bar plays, and does not press that button again. */
function blurPressed({ detail }: MouseEvent): void {
  if (detail > 0 && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur()
}

interface TarjetaProps extends Pick<Props, 'mark'> {
  readonly linea: Linea
  readonly eyebrow: string
  /** Of its track, in seconds; null: not measured; undefined: it has none. */
  readonly duracion: number | null | undefined
  /** The track as it plays or stands; null: another one, or none, is open in the player. */
  readonly playing: Playing | null
  /** Why the last press was not heard. */
  readonly problem: string | null
  readonly player: PlayerDePuesto
  readonly aviso: string | null
  /** The entry after it. */
  readonly sigue: Linea | undefined
  readonly pistas: Pistas
  readonly onToggle: () => void
}

function EnTarjeta({
  linea,
  eyebrow,
  duracion,
  playing,
  problem,
  player,
  aviso,
  sigue,
  pistas,
  mark,
  onToggle,
}: TarjetaProps) {
  const { competidor, turno } = linea.renglon
  const { nombre } = competidor
  const volumen = useStore(player.volumen)
  const isOn = playing !== null && playing.estado !== 'parado'
  const length = playing?.duration || (duracion ?? 0)
  const elapsed = playing?.elapsed ?? 0
  const isSilent = duracion === undefined && !isOn
  return (
    <>
      <p className="musica-cabeza">
        <span>{eyebrow}</span>
        <span className="musica-numero num">{turnoTitle(competidor, turno)}</span>
      </p>
      <h2>{nombre}</h2>
      <p className="musica-categoria">{tituloOf(linea.categoria)}</p>
      <p className="musica-resta num" {...(!isSilent && { role: 'timer', 'aria-live': 'off' })}>
        {isSilent ? 'Sin música' : length > 0 ? formatRestante(length, elapsed) : '…'}
      </p>
      <div className="music-bar">
        <PercentSlider
          label={`Posición de ${nombre}`}
          percent={percentOf(playing)}
          text={`${formatDuracion(elapsed)} de ${formatDuracion(length)}`}
          isOff={!playing?.duration}
          onSeek={(percent) => player.seek(percent)}
        />
      </div>
      <div className="musica-mensaje">
        <Status>{problem ?? aviso ?? (playing?.isOver && !isOn ? 'Terminó' : '')}</Status>
        {mark}
      </div>
      <div className="musica-actos">
        <Button
          variant="gold"
          size="huge"
          className="musica-play"
          icon={isOn ? Pause : Play}
          reason={isSilent && 'No tiene música.'}
          quietReason
          aria-keyshortcuts="Space"
          onClick={onToggle}
        >
          <span>
            {isOn ? 'Pausar' : 'Reproducir'}
            <span className="sr-only"> {nombre}</span>
          </span>
          <kbd aria-hidden>Espacio</kbd>
        </Button>
        <Button variant="clear" size="large" icon={SkipBack} aria-keyshortcuts="R" onClick={() => player.seek(0)}>
          Desde el principio
          <kbd aria-hidden>R</kbd>
        </Button>
        <Button
          variant="clear"
          size="large"
          icon={VolumeX}
          busy={useStore(player.isBajando)}
          busyText="Bajando..."
          aria-keyshortcuts="F"
          onClick={() => player.fade()}
        >
          Bajar y parar
          <kbd aria-hidden>F</kbd>
        </Button>
      </div>
      <div className="music-bar">
        <Icon of={Volume1} size={22} />
        <strong aria-hidden>Volumen</strong>
        <PercentSlider label="Volumen" percent={volumen} onSeek={(percent) => player.setVolumen(percent)} />
      </div>
      <p className="musica-sigue">
        {sigue && `Después: ${conTurno(sigue)}${pistas[idOf(sigue)] ? '' : ', sin música'}`}
      </p>
    </>
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
      <span className="num">{numero ?? turno}</span>
      <p>
        <strong>{nombre}</strong>
        <br />
        {tituloOf(linea.categoria)}
      </p>
      <p>
        {retiro ? retiroTitle(retiro) : estatus}
        <span className="num">
          {duracion === undefined ? 'Sin música' : duracion !== null && formatDuracion(Math.round(duracion))}
          {isHere && <Icon of={Check} size={16} />}
          {isHere && <span className="sr-only">, en este equipo</span>}
        </span>
      </p>
      {duracion !== undefined && !isOnCard && (
        <IconButton label={`Reproducir ${nombre}`} icon={Play} look="round" onClick={onToggle} />
      )}
    </li>
  )
}
