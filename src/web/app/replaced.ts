import type { Role } from '#domain/role.ts'
import type { Sesion } from '#contract/sesion.ts'
import { isSignedOut, session } from '../api/session.ts'
import type { Path } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { whenVisible } from '../ui/whenVisible.ts'
import { matchRoute } from './routes.tsx'

/** The first sentence of the toast when the session ends while the screen of a path is open. */
const ENDED: Partial<Record<Path, string>> = {
  '/editarPerfil': 'Usuario no autenticado.',
  '/competencia': 'Debes iniciar sesión para agregar competidores.',
  '/cambiarPassword': 'No hay un usuario autenticado.',
}

/** The server ends the session of this tab before the other tab has its answer and leaves its note. */
const NOTE_MS = 500

interface Replaced {
  readonly before: Sesion
  /** The address that the person had open. */
  readonly address: string
  /** Whether the person after this change still has the tab. */
  readonly isSame: () => boolean
}

/** Shows a toast once the page is visible: another tab signed a person in or out, or the session ended without that. */
export async function sayReplaced({ before, address, isSame }: Replaced): Promise<void> {
  if (session.read()?.role === 'visitante' && !isSignedOut())
    await new Promise((resolve) => setTimeout(resolve, NOTE_MS))
  const say = (): void => {
    const now = session.read()
    // The next change has a toast of its own.
    if (!now || !isSame()) return
    if (now.role !== 'visitante') toast(`En otra pestaña se inició sesión como ${now.nombre}.`)
    else if (isSignedOut()) toast('En otra pestaña se cerró la sesión.')
    else if (before.role !== 'visitante') sayEnded(before.role, address)
  }
  whenVisible(say)
}

/**
 * The session ended without a sign-out in this browser: it expired, or the server ended it (account disabled or deleted,
 * password changed, all sessions closed, link of a judge renewed).
 */
function sayEnded(role: Role, address: string): void {
  const place = matchRoute(address)
  const first = place && ENDED[place.path]
  const act = role === 'juez' ? 'Abre otra vez tu enlace de juez' : 'Inicia sesión otra vez'
  toast(`${first ? `${first} ` : ''}Tu sesión terminó. ${act} para seguir.`, { tone: 'danger' })
}
