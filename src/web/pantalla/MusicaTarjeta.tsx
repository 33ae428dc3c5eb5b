import { Pause, Play, SkipBack, Volume1, VolumeX } from 'lucide'
import type { ReactNode } from 'react'
import type { CategoriaHorarioPart } from '#contract/views/horario.ts'
import { tituloOf } from '#domain/categoria.ts'
import type { Jornada } from '#domain/jornada.ts'
import { formatDuracion, formatRestante } from '#domain/musica.ts'
import { turnoTitle } from '#domain/numero.ts'
import { isTurnoDeOtro } from '#domain/puesto.ts'
import type { Tarjeta } from '#domain/tarjeta.ts'
import { PercentSlider } from '../inscripciones/PercentSlider.tsx'
import { percentOf } from '../inscripciones/trackPlayer.ts'
import { Status } from '../ui/Aviso.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useStore } from '../ui/store.ts'
import { idOf, type Linea, type Pistas } from './pista.ts'
import type { PlayerDePuesto } from './playerDePuesto.ts'

interface Props {
  readonly linea: Linea
  readonly jornada: Jornada<CategoriaHorarioPart>
  readonly tarjeta: Tarjeta
  readonly pistas: Pistas
  readonly player: PlayerDePuesto
  /** The entry that had the turn when a track was started. */
  readonly turno: string | null
  readonly mark: ReactNode
  readonly onToggle: () => void
}

/** The entry to play, with what plays it. */
export function MusicaTarjeta({ linea, jornada, tarjeta, pistas, player, turno, mark, onToggle }: Props) {
  const id = idOf(linea)
  const { competidor } = linea.renglon
  const { nombre } = competidor
  const { actual, siguen } = jornada
  const open = useStore(player)
  const playing = open?.track.id === id ? open : null
  const isOn = playing !== null && playing.estado !== 'parado'
  const pista = pistas[id]
  const length = playing?.duration || (pista?.duracion ?? 0)
  const elapsed = playing?.elapsed ?? 0
  const isSilent = !pista && !isOn
  const sigue = siguen.find((one) => idOf(one) !== id)
  const terminado = playing?.isOver && !isOn ? 'Terminó' : ''
  const isDeOtro = actual && isTurnoDeOtro(isOn ? id : null, turno, idOf(actual))
  const aviso = isDeOtro ? `El turno ya es de ${actual.renglon.competidor.nombre}.` : terminado
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-15 font-bold">
        <span>{isOn ? 'Suena' : eyebrowOf(jornada, tarjeta)}</span>
        <span className="num rounded-6 bg-gold px-2 py-0.5 text-20 text-dark">
          {turnoTitle(competidor, linea.renglon.turno)}
        </span>
      </p>
      <h2>{nombre}</h2>
      <p className="text-16 text-muted">{tituloOf(linea.categoria)}</p>
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
      <div className="flex min-h-8 items-center justify-between gap-2 text-18 leading-tight font-bold text-gold">
        <Status>{player.problemOfPress() ?? aviso}</Status>
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
        <PercentSlider
          label="Volumen"
          percent={useStore(player.volumen)}
          onSeek={(percent) => player.setVolumen(percent)}
        />
      </div>
      <p className="min-h-6 truncate text-14 text-muted">{sigue && `Después: ${siguienteText(sigue, pistas)}`}</p>
    </>
  )
}

function eyebrowOf({ actual, pausa }: Jornada<CategoriaHorarioPart>, { eyebrow, nombre, detalle }: Tarjeta): string {
  if (actual) return eyebrow
  return pausa ? `Pausa: ${nombre}, ${detalle}. Sigue` : 'Sigue'
}

function siguienteText(linea: Linea, pistas: Pistas): string {
  const { competidor, turno } = linea.renglon
  return `${competidor.numero ?? turno} ${competidor.nombre}${pistas[competidor.id] ? '' : ', sin música'}`
}
