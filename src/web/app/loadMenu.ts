import type { Menu } from './Menu.tsx'

export type Drawer = typeof Menu

/** The drawer's code: nobody needs it to see the first screen, everybody may press it right after. */
export function loadMenu(): Promise<{ readonly Menu: Drawer }> {
  return import('./Menu.tsx')
}
