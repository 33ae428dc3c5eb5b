import { formatDuracion, formatRestante } from '#domain/duracion.ts'
import { useStore } from '../ui/store.ts'
import { PlayButton } from './PlayButton.tsx'
import { player } from './music.ts'
import type { Track } from './player.ts'
import './music.css'

/**
 * The player of an entry's track: play button, position, remaining time. The position can be changed only while the track is
 * open in the player.
 */
export function TrackRow({ track, duracion }: { track: Track; duracion: number | null }) {
  const playing = useStore(player)
  const mine = playing?.track.id === track.id ? playing : null
  const length = mine && mine.duration > 0 ? mine.duration : (duracion ?? 0)
  const percent = mine && mine.duration > 0 ? (mine.elapsed / mine.duration) * 100 : 0
  return (
    <span className="block">
      <span className="music-bar num">
        <PlayButton track={track} isSilent={false} isRound />
        <input
          type="range"
          min="0"
          max="100"
          aria-label={`Posición de ${track.nombre}`}
          aria-valuetext={mine ? `${formatDuracion(mine.elapsed)} de ${formatDuracion(length)}` : 'Al principio'}
          value={Math.round(percent)}
          disabled={!mine || mine.duration === 0}
          style={{ '--at': `${percent}%` }}
          onChange={({ target }) => player.seek(Number(target.value))}
        />
        <span>{mine ? formatRestante(length, mine.elapsed) : length > 0 && formatDuracion(length)}</span>
      </span>
      {mine?.problem && (
        <span role="alert" className="block text-14 text-danger">
          {mine.problem}
        </span>
      )}
    </span>
  )
}
