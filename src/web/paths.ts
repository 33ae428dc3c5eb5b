import {
  CalendarClock,
  Gauge,
  House,
  IdCard,
  KeyRound,
  Layers,
  LogIn,
  Pencil,
  SlidersHorizontal,
  Sparkles,
  Trophy,
  User,
  Users,
  type LucideIcon,
  Music,
} from 'lucide-react'
import { ROLES, type Role } from '#domain/role.ts'

interface Row {
  /** What the window is called while the screen is open. */
  readonly title: string
  /** Who may open it; for anybody else it is home. */
  readonly roles: readonly Role[]
  /** Whose menu it stands in, in the order of these rows. */
  readonly menu?: { readonly label: string; readonly icon: LucideIcon; readonly roles: readonly Role[] }
  /** As wide as the desks of the organisers. */
  readonly isWide?: true
  /** What is said first when the session ends while the screen is open. */
  readonly ended?: string
}

/** Every address with its title, who may open it and its place in the menu. What has no row does not exist. */
export const PATHS = {
  '/': { title: 'Inicio', roles: ROLES, menu: { label: 'Inicio', icon: House, roles: ROLES } },
  '/acceder': { title: 'Acceder', roles: ROLES, menu: { label: 'Acceder', icon: LogIn, roles: ['visitante'] } },
  '/registro': { title: 'Crear cuenta', roles: ROLES },
  '/perfil': { title: 'Perfil', roles: ['usuario'], menu: { label: 'Perfil', icon: User, roles: ['usuario'] } },
  '/editarPerfil': {
    title: 'Editar perfil',
    roles: ['usuario'],
    menu: { label: 'Editar usuario', icon: Pencil, roles: ['usuario'] },
    ended: 'Usuario no autenticado.',
  },
  '/competencia': {
    title: 'Competencia',
    roles: ['usuario'],
    menu: { label: 'Competencia', icon: Music, roles: ['usuario'] },
    ended: 'Debes iniciar sesión para agregar competidores.',
  },
  '/cambiarPassword': {
    title: 'Cambiar contraseña',
    roles: ['usuario'],
    menu: { label: 'Cambiar contraseña', icon: KeyRound, roles: ['usuario'] },
    ended: 'No hay un usuario autenticado.',
  },
  '/restablecer': { title: 'Olvidé mi contraseña', roles: ROLES },
  '/configurar/:token': { title: 'Primer administrador', roles: ROLES },
  '/restablecer/:token': { title: 'Nueva contraseña', roles: ROLES },
  '/admin': { title: 'Panel Admin', roles: ['admin'], menu: { label: 'Panel Admin', icon: Gauge, roles: ['admin'] } },
  '/categorias': {
    title: 'Categorías',
    roles: ['admin'],
    menu: { label: 'Categorías', icon: Layers, roles: ['admin'] },
    isWide: true,
  },
  '/competidores': {
    title: 'Competidores por Categoría',
    roles: ['admin'],
    menu: { label: 'Competidores', icon: Users, roles: ['admin'] },
    isWide: true,
  },
  '/usuarios': {
    title: 'Lista de Usuarios',
    roles: ['admin'],
    menu: { label: 'Usuarios', icon: IdCard, roles: ['admin'] },
    isWide: true,
  },
  '/horario': {
    title: 'Minuto a Minuto',
    roles: ROLES,
    menu: { label: 'Horario', icon: CalendarClock, roles: ['juez', 'admin'] },
  },
  '/control': {
    title: 'Control de Reloj',
    roles: ['admin'],
    menu: { label: 'Control', icon: SlidersHorizontal, roles: ['admin'] },
    isWide: true,
  },
  '/calificaciones': {
    title: 'Resultados',
    roles: ROLES,
    menu: { label: 'Calificaciones', icon: Trophy, roles: ['juez', 'admin'] },
  },
  '/evento': {
    title: 'Evento',
    roles: ['admin'],
    menu: { label: 'Evento', icon: Sparkles, roles: ['admin'] },
    isWide: true,
  },
  '/calificaciones-detalle/:dia/:categoria/:nombre': { title: 'Detalles de calificación', roles: ROLES },
} as const satisfies Record<string, Row>

export type Path = keyof typeof PATHS

export const ROWS: readonly (readonly [Path, Row])[] = (Object.keys(PATHS) as Path[]).map((path) => [path, PATHS[path]])

/** What a link to a screen says. */
export function hrefTo(path: Path): string {
  return `#${path}`
}

/** Where a person lands who has just come in. */
export function homeOf(role: Role): Path {
  if (role === 'admin') return '/admin'
  return role === 'usuario' ? '/perfil' : '/'
}
