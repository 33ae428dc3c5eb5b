import {
  CalendarClock,
  Gauge,
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

/** What stands before each item of the menu. Apart from the paths, which every page needs at once. */
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
}
