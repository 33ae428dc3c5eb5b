import { CircleAlert, Pause, Play, X } from '../ui/frameIcons.tsx'
import { formatDuracion, formatRestante } from '#domain/duracion.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useStore } from '../ui/store.ts'
import { player, type Playing } from './player.ts'
import './music.css'

/** The player of a page, below its list: the track that was chosen last. Renders nothing before the first choice. */
export function MusicPlayer() {
  const playing = useStore(player)
  if (!playing) return null
  const { track, estado, problem } = playing
  const Icon = estado === 'parado' ? Play : Pause
  return (
    <section aria-label="Reproductor" className="music">
      <button
        type="button"
        aria-label={estado === 'parado' ? 'Seguir con la música' : 'Poner la música en pausa'}
        className="music-toggle"
        onClick={() => player.toggle(track)}
      >
        <Icon size={20} aria-hidden />
      </button>
      <p className="music-track">
        <strong>{track.nombre}</strong>
        <span>{track.detalle}</span>
      </p>
      {problem ? (
        <p role="alert" className="music-bar text-14 text-danger">
          <CircleAlert size={17} aria-hidden className="shrink-0" />
          {problem}
        </p>
      ) : (
        <MusicBar playing={playing} />
      )}
      <IconButton
        label="Cerrar el reproductor"
        icon={<X size={18} aria-hidden />}
        className="music-close"
        onClick={() => player.close()}
      />
    </section>
  )
}

function MusicBar({ playing: { track, elapsed, duration, estado } }: { playing: Playing }) {
  const percent = duration > 0 ? (elapsed / duration) * 100 : 0
  const isKnown = duration > 0
  return (
    <div className="music-bar num">
      <span>{formatDuracion(elapsed)}</span>
      <input
        type="range"
        min="0"
        max="100"
        aria-label={`Posición de ${track.nombre}`}
        aria-valuetext={isKnown ? `${formatDuracion(elapsed)} de ${formatDuracion(duration)}` : 'Cargando'}
        value={Math.round(percent)}
        style={{ '--at': `${percent}%` }}
        onChange={({ target }) => player.seek(Number(target.value))}
      />
      <span>{isKnown ? formatRestante(duration, elapsed) : estado === 'cargando' ? '…' : ''}</span>
    </div>
  )
}
