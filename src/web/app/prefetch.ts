import { feed } from '../live/tab.ts'
import { matchRoute } from './routes.tsx'
import { FRAME_VIEWS, FIRST_VIEWS } from './first.ts'

/**
 * Requests the views of the first screen while the code of its page loads. The feed keeps them without readers for a few
 * seconds.
 */
export function prefetch(): void {
  const path = matchRoute(location.hash.slice(1))?.path
  for (const { key, view } of (path && FIRST_VIEWS[path]) ?? FRAME_VIEWS) feed.open(key, view, () => {})()
}
