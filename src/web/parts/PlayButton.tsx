import { Pause, Play } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { useStore } from '../ui/store.ts'
import { player } from './music.ts'
import type { Track } from './player.ts'

/** Plays one entry's music, in the player that the page's rows share. `isSilent`: there is none. */
export function PlayButton({ track, isSilent }: { track: Track; isSilent: boolean }) {
  const estado = useStore({ subscribe: player.subscribe, read: () => player.estadoOf(track.id) })
  const isOn = estado !== 'parado'
  const Icon = isOn ? Pause : Play
  return (
    <IconButton
      label={`${isOn ? 'Pausar' : 'Reproducir'} ${track.nombre}`}
      title={isSilent ? `${track.nombre} no tiene música` : undefined}
      icon={<Icon size={18} aria-hidden className="text-link" />}
      off={isSilent}
      onClick={() => player.toggle(track)}
    />
  )
}
