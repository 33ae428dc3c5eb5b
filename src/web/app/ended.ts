import type { Role } from '#domain/role.ts'
import { PATHS } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { matchRoute } from './routes.tsx'

/** Tells in a toast that the session ended without a sign-out: it expired, or the account was disabled or deleted. */
export function sayEnded(role: Role): void {
  const place = matchRoute(location.hash.slice(1))
  const row = place && PATHS[place.path]
  const first = row && 'ended' in row ? `${row.ended} ` : ''
  const act = role === 'juez' ? 'Abre otra vez tu enlace de juez' : 'Inicia sesión otra vez'
  toast(`${first}Tu sesión terminó. ${act} para seguir.`, { tone: 'danger' })
}
