import type { Role } from '#domain/role.ts'
import { PATHS } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { matchRoute } from './routes.tsx'

/**
 * Shows a toast after the session ended without a sign-out in this tab: it expired, or the server ended it (account disabled
 * or deleted, password changed, all sessions closed, link of a judge renewed).
 */
export function sayEnded(role: Role): void {
  const place = matchRoute(location.hash.slice(1))
  const row = place && PATHS[place.path]
  const first = row && 'ended' in row ? `${row.ended} ` : ''
  const act = role === 'juez' ? 'Abre otra vez tu enlace de juez' : 'Inicia sesión otra vez'
  toast(`${first}Tu sesión terminó. ${act} para seguir.`, { tone: 'danger' })
}
