import { PATHS } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { placeOf } from './routes.tsx'

/** A session ended by itself (deleted, switched off, too old): the page leaves, and this says why. */
export function sayEnded(): void {
  const place = placeOf(location.hash.slice(1))
  const row = place && PATHS[place.path]
  const first = row && 'ended' in row ? `${row.ended} ` : ''
  toast(`${first}Tu sesión terminó. Inicia sesión otra vez para seguir.`, { tone: 'danger' })
}
