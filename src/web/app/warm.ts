import { horario } from '#contract/views/horario.ts'
import { viewKey } from '#contract/view.ts'
import { feed } from '../live/tab.ts'
import { placeOf } from './routes.tsx'

/**
 * Asks for what most people open first before the code of its page has come. Nobody reads it yet: the feed keeps it for
 * the few seconds that takes.
 */
export function warm(): void {
  if (placeOf(location.hash.slice(1))?.path !== '/horario') return
  const release = feed.open(viewKey(horario), horario, () => {})
  release()
}
