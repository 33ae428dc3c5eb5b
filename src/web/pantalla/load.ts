import type { showPantalla } from './start.tsx'

/** Loads the program of a screen. A file of its own: the page of a visitor does not name what this program needs. */
export async function loadPantalla(): Promise<{ readonly showPantalla: typeof showPantalla }> {
  return import('./start.tsx')
}
