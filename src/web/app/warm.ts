import { feed } from '../live/tab.ts'
import { placeOf } from './routes.tsx'
import { ELSEWHERE, FIRST } from './first.ts'

/**
 * Asks for what the first screen shows before the code of its page has come. Nobody reads it yet: the feed keeps it for
 * the few seconds that takes.
 */
export function warm(): void {
  const path = placeOf(location.hash.slice(1))?.path
  for (const { key, view } of (path && FIRST[path]) ?? ELSEWHERE) feed.open(key, view, () => {})()
}
