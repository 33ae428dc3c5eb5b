import { CalendarClock, LogIn, Trophy, type Icon } from '../ui/frameIcons.tsx'
import {
  ClipboardPen,
  Gauge,
  Gavel,
  History,
  House,
  IdCard,
  KeyRound,
  Layers,
  Music,
  Pencil,
  SlidersHorizontal,
  Sparkles,
  User,
  Users,
} from '../ui/icons.ts'
import type { MenuPath } from '../paths.ts'

/** The icon of each item of the menu. Not in `paths.ts`, which is part of the first route. */
export const MENU_ICONS: Readonly<Record<MenuPath, Icon>> = {
  '/': House,
  '/acceder': LogIn,
  '/perfil': User,
  '/editarPerfil': Pencil,
  '/competencia': Music,
  '/cambiarPassword': KeyRound,
  '/admin': Gauge,
  '/categorias': Layers,
  '/competidores': Users,
  '/usuarios': IdCard,
  '/juez': ClipboardPen,
  '/horario': CalendarClock,
  '/control': SlidersHorizontal,
  '/calificaciones': Trophy,
  '/evento': Sparkles,
  '/jueces': Gavel,
  '/bitacora': History,
}
