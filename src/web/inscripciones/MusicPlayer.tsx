import { CircleAlert, Pause, Play, X } from 'lucide'
import { formatDuracion, formatRestante } from '#domain/musica.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useStore } from '../ui/store.ts'
import { player } from './player.ts'
import { PercentSlider } from './PercentSlider.tsx'
import { percentOf, type Track } from './trackPlayer.ts'
import './music.css'

/** The player of a page, below its list: the track that was chosen last. Renders nothing before the first choice. */
export function MusicPlayer() {
  const playing = useStore(player)
  if (!playing) return null
  const { track, estado, elapsed, duration, problem } = playing
  const icon = estado === 'parado' ? Play : Pause
  return (
    <section aria-label="Reproductor" className="music">
      <button
        type="button"
        aria-label={estado === 'parado' ? 'Seguir con la música' : 'Poner la música en pausa'}
        className="grid size-11 place-items-center rounded-full bg-brand text-white [grid-area:toggle]"
        onClick={() => player.toggle(track)}
      >
        <Icon of={icon} size={20} />
      </button>
      <p className="min-w-0 text-14 leading-tight [grid-area:track] *:block">
        <strong>{track.nombre}</strong>
        <span className="text-muted">{track.detalle}</span>
      </p>
      {problem ? (
        <p role="alert" className="music-bar text-14 text-danger">
          <Icon of={CircleAlert} size={17} className="shrink-0" />
          {problem}
        </p>
      ) : (
        <div className="music-bar num">
          <span>{formatDuracion(elapsed)}</span>
          <PercentSlider
            label={`Posición de ${track.nombre}`}
            percent={percentOf(playing)}
            onSeek={(percent) => player.seek(percent)}
            text={duration > 0 ? `${formatDuracion(elapsed)} de ${formatDuracion(duration)}` : 'Cargando'}
          />
          <span>{duration > 0 ? formatRestante(duration, elapsed) : estado === 'cargando' ? '…' : ''}</span>
        </div>
      )}
      <IconButton label="Cerrar el reproductor" icon={X} className="[grid-area:close]" onClick={() => player.close()} />
    </section>
  )
}

interface PlayButtonProps {
  readonly track: Track
  /** The entry has no music. */
  readonly isSilent: boolean
  /** A round button with a border, filled while the track plays. */
  readonly isRound?: boolean
}

/** Plays the music of an entry in the player that all rows of the page share. */
export function PlayButton({ track, isSilent, isRound = false }: PlayButtonProps) {
  const estado = useStore({ subscribe: player.subscribe, read: () => player.estadoOf(track.id) })
  const isOn = estado !== 'parado'
  return (
    <IconButton
      label={`${isOn ? 'Pausar' : 'Reproducir'} ${track.nombre}`}
      icon={isOn ? Pause : Play}
      off={isSilent}
      look={isRound ? (isOn ? 'filled' : 'round') : 'link'}
      onClick={() => player.toggle(track)}
    />
  )
}
