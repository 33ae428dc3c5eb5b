/** Starts the program of a screen. A file of its own: the page of a visitor does not name what this program needs. */
export async function loadPantalla(root: HTMLElement): Promise<void> {
  const { showPantalla } = await import('./start.tsx')
  showPantalla(root)
}
