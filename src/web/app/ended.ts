import { PATHS } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { placeOf } from './routes.tsx'

/** Tells in a toast that the session ended without a sign-out: it expired, or the account was disabled or deleted. */
export function sayEnded(): void {
  const place = placeOf(location.hash.slice(1))
  const row = place && PATHS[place.path]
  const first = row && 'ended' in row ? `${row.ended} ` : ''
  toast(`${first}Tu sesión terminó. Inicia sesión otra vez para seguir.`, { tone: 'danger' })
}
