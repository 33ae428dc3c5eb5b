import { useModo } from '../ui/useModo.ts'

const HALL = '(min-width: 112.5rem), (min-width: 64rem) and (orientation: landscape) and (display-mode: fullscreen)'

/**
 * Whether this is the screen of the hall: stage mode in a large or full-screen window. `styles.css` repeats the media query:
 * change both.
 */
export function useIsHall(): boolean {
  const [isStage] = useModo()
  return isStage && window.matchMedia(HALL).matches
}
