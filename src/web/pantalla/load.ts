/** Loads the program of a screen. A file of its own: the page of a visitor does not name what this program needs. */
export const loadPantalla = () => import('./start.tsx')
