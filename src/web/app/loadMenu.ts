import type { Menu } from './Menu.tsx'

export type Drawer = typeof Menu

/** Loads the code of the menu, which is no part of the first route. */
export function loadMenu(): Promise<{ readonly Menu: Drawer }> {
  return import('./Menu.tsx')
}
