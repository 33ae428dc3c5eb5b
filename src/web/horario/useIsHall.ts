import { useModo } from '../ui/useModo.ts'

/** A large window in stage mode is the screen of the hall. `horario.css` lays it out by the same width. */
export function useIsHall(): boolean {
  const [isStage] = useModo()
  return isStage && window.matchMedia('(min-width: 112.5rem)').matches
}
