import { Pause, Play } from '../ui/frameIcons.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useStore } from '../ui/store.ts'
import { player, type Track } from './player.ts'

interface Props {
  readonly track: Track
  /** The entry has no music. */
  readonly isSilent: boolean
  /** A round button with a border, filled while the track plays. */
  readonly isRound?: boolean
}

/** Plays the music of an entry in the player that all rows of the page share. */
export function PlayButton({ track, isSilent, isRound = false }: Props) {
  const estado = useStore({ subscribe: player.subscribe, read: () => player.estadoOf(track.id) })
  const isOn = estado !== 'parado'
  const Icon = isOn ? Pause : Play
  return (
    <IconButton
      label={`${isOn ? 'Pausar' : 'Reproducir'} ${track.nombre}`}
      title={isSilent ? `${track.nombre} no tiene música` : undefined}
      icon={<Icon size={18} aria-hidden className={isRound ? '' : 'text-link'} />}
      off={isSilent}
      look={isRound ? (isOn ? 'filled' : 'round') : 'plain'}
      onClick={() => player.toggle(track)}
    />
  )
}
