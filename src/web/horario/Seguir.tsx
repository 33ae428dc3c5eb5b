import type { IconNode } from 'lucide'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../ui/Icon.tsx'
import { useStore } from '../ui/store.ts'
import { pressSeguir, seguidos } from './seguidos.ts'

/** Every visitor loads it: the star of Lucide takes seven times as many bytes. */
export const ESTRELLA: IconNode = [['path', { d: 'm12 3 3 6 7 1-5 5 1 6-6-3-6 3 1-6-5-5 7-1z' }]]

/** The star of a row: follows the entry on this device. Of all stars only the pressed one renders again. */
export function Seguir({ id, nombre }: { id: string; nombre: string }) {
  const isFollowed = useStore({ subscribe: seguidos.subscribe, read: () => seguidos.read().includes(id) })
  const press = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const { top } = currentTarget.getBoundingClientRect()
    flushSync(() => pressSeguir(id))
    // The region `Sigo` above grows: the row stays under the finger, also in browsers without scroll anchoring.
    window.scrollBy({ top: currentTarget.getBoundingClientRect().top - top, behavior: 'instant' })
  }
  return (
    <button
      type="button"
      aria-label={`${isFollowed ? 'Dejar de seguir' : 'Seguir'} a ${nombre}`}
      className="seguir"
      data-on={isFollowed || undefined}
      onClick={press}
    >
      <Icon of={ESTRELLA} size={19} />
    </button>
  )
}
