import { useModo } from '../ui/useModo.ts'

const HALL = '(min-width: 112.5rem), (min-width: 64rem) and (orientation: landscape) and (display-mode: fullscreen)'

/** In stage mode, a large window, or one that fills its screen, is that of the hall. `horario.css` lays it out by the same. */
export function useIsHall(): boolean {
  const [isStage] = useModo()
  return isStage && window.matchMedia(HALL).matches
}
