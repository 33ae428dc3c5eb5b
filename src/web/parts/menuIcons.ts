import {
  CalendarClock,
  Gauge,
  History,
  House,
  IdCard,
  KeyRound,
  Layers,
  LogIn,
  Music,
  Pencil,
  SlidersHorizontal,
  Sparkles,
  Trophy,
  User,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { MenuPath } from '../paths.ts'

/** The icon of each item of the menu. Not in `paths.ts`, which is part of the first route. */
export const MENU_ICONS: Readonly<Record<MenuPath, LucideIcon>> = {
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
  '/horario': CalendarClock,
  '/control': SlidersHorizontal,
  '/calificaciones': Trophy,
  '/evento': Sparkles,
  '/bitacora': History,
}
