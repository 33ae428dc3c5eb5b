import type { Playing } from './trackPlayer.ts'
import './music.css'

interface SliderProps {
  readonly nombre: string
  /** The track as it plays; null while another one is open in the player. */
  readonly playing: Playing | null
  /** The position in words. */
  readonly text: string
  /** To a position of 0 to 100 percent. */
  readonly onSeek: (percent: number) => void
  readonly isOff?: boolean
}

/** The position of a track: shows it, and goes to another one. */
export function TrackSlider({ nombre, playing, text, onSeek, isOff }: SliderProps) {
  const percent = playing && playing.duration > 0 ? (playing.elapsed / playing.duration) * 100 : 0
  return (
    <input
      type="range"
      min="0"
      max="100"
      aria-label={`Posición de ${nombre}`}
      aria-valuetext={text}
      value={Math.round(percent)}
      disabled={isOff}
      style={{ '--at': `${percent}%` }}
      onChange={({ target }) => onSeek(Number(target.value))}
    />
  )
}
